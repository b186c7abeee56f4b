/** Names that every object inherits, and names that programs look up in objects: untrusted input may contain any of them. */
export const inheritedNames = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'toJSON', 'then', 'length'];
