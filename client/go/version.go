// Code generated from package.json by `npm run docs`. DO NOT EDIT.

package cps

// Version of this module.
const Version = "0.5.0"
