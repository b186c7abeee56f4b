/** Names that every object inherits, and some that programs look up in objects: untrusted input may use them all. */
export const inheritedNames = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'toJSON', 'then', 'length'];
