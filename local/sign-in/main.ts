import { peopleFile } from './people.ts';
import { signInProvider } from './provider.ts';

const [issuer = '', clientId = '', siteUrl = '', folder = ''] = process.argv.slice(2);
signInProvider({ issuer, clientId, siteUrl, file: peopleFile(folder) }).listen(Number(new URL(issuer).port), '127.0.0.1');
