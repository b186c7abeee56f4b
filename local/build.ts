import { runOneNamed } from './named-commands.ts';

runOneNamed('npm run build -- <name> [options...]', {
  agent: {
    about: 'dist/agent/: the agent as one file, and as a Debian package',
    run: 'node agent/packaging/package-agent.ts',
    takesOptions: true,
  },
  dashboard: {
    about: 'the pages of the dashboard, into a folder',
    run: 'node web/dashboard/build.ts',
    takesOptions: true,
  },
  manual: {
    about: 'the documentation as a site, into a folder (dist/manual unless named)',
    run: 'node web/manual/build.ts',
    takesOptions: true,
  },
  templates: {
    about: 'cdk.out/: the templates of a stage in stages/, without an account',
    run: 'cdk synth --quiet',
    takesOptions: true,
  },
});
