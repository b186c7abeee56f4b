/** The digits of base62 by value: keys and tokens made of them need no escaping anywhere. */
export const BASE62_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
