import { mailSink } from './mail-sink.ts';

const [port, folder = ''] = process.argv.slice(2);
mailSink(folder).listen(Number(port), '127.0.0.1');
