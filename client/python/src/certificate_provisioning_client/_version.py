# Made from package.json by `npm run docs`.

VERSION = "0.5.0"
