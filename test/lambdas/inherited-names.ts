/**
 * Names that every object has without having been given them, and some that programs ask objects for: a stranger may use them
 * all.
 */
export const inheritedNames = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'toJSON', 'then', 'length'];
