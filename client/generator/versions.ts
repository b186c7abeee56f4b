/** The version of the packages, by file: where their ecosystems take it from before anything of ours runs. */
export function versionFiles(version: string): Record<string, string> {
  const head = '// Code generated from package.json by `npm run docs`. DO NOT EDIT.';
  return {
    'client/go/version.go': `${head}\n\npackage cps\n\n// Version of this module.\nconst Version = "${version}"\n`,
    'client/python/src/certificate_provisioning_client/_version.py': `# Made from package.json by \`npm run docs\`.\n\nVERSION = "${version}"\n`,
  };
}
