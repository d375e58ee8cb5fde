import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Prints the environment of a program that a script of this folder starts. */
const starter = (options: string) => `
  import { programEnvironment, run } from ${JSON.stringify(join(__dirname, 'processes.ts'))};
  console.log((await run('env', [], ${options})).output);`;

const secrets = {
  FORGE_ROOT_TOKEN: 'glpat-token',
  FORGE_SECRET_IDENTITY: 'secret of identity',
  FORGE_SMTP_URL: 'smtp://user:password@mail',
  MONGODB_URI: 'mongodb://administrator:password@database',
  NATS_URL_GEO: 'nats://geo:password@events',
};

describe('a program', () => {
  it.each([
    ['without variables of its own', '{}', []],
    ['with variables of its own', "{ env: programEnvironment({ GOBIN: '/bin' }) }", ['GOBIN=/bin']],
  ])('gets no secrets of an instance: %s', (_name, options, further) => {
    const args = ['--input-type=module', '-e', starter(options)];
    const env = { PATH: process.env['PATH'], FORGE_LOG_LEVEL: 'warn', ...secrets };
    const lines = execFileSync(process.execPath, args, { env, encoding: 'utf8' }).trim().split('\n');
    expect(lines).toEqual(expect.arrayContaining(['FORGE_LOG_LEVEL=warn', ...further]));
    for (const name of Object.keys(secrets)) expect(lines.join('\n')).not.toContain(name);
  });
});
