import { runOneNamed } from './named-commands.ts';

runOneNamed('npm run write -- <name> [options...]', {
  pictures: { about: 'the pictures of README.md and docs/', run: 'node test/browser/pictures.ts', takesOptions: true },
  widget: {
    about: 'the hashes of the widget’s scripts, before their release',
    run: 'KEEP_WIDGET=1 vitest run --project unit test/web/widget/built-widget.test.ts',
  },
  release: {
    about: 'what is kept of a release, when it is made: docs/internals/releasing.md',
    run: 'KEEP_RELEASE=1 vitest run --project stack test/stack/last-release --testTimeout 300000 && biome check --write test/stack/last-release',
  },
  'python-pins': {
    about: 'the lists of Python packages; --upgrade takes the newest',
    run: 'node local/machine/pin-python.ts',
    takesOptions: true,
  },
  'maven-pins': { about: 'the lists of Maven’s files; needs mvn', run: 'node local/machine/pin-maven.ts' },
});
