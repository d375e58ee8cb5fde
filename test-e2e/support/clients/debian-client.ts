/** Clients in other languages from Debian packages, and programs of this folder that use them. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackDebianPackages } from '../../../scripts/test/mesh.cjs';

const run = promisify(execFile);

/** Runs a program of this folder, and returns the JSON that it prints. */
export type Program = (name: string, ...args: string[]) => Promise<unknown>;

/** Ruby with its client; undefined if they are unavailable. */
export function rubyGitlab(): Program | undefined {
  const root = unpackDebianPackages(['ruby-gitlab', 'ruby']);
  if (root === undefined) return undefined;
  const interpreter = [join(root, 'usr/bin/ruby'), '/usr/bin/ruby'].find((path) => existsSync(path));
  if (interpreter === undefined) return undefined;
  const libraries = foldersIn(root, 'usr/lib').filter((path) => path.endsWith('-linux-gnu'));
  const roots = [join(root, 'usr/lib/ruby'), ...libraries.map((path) => join(path, 'ruby'))];
  const versions = roots.flatMap((path) => foldersIn(path, '.')).filter((path) => /\/\d+\.\d+\.\d+$/.test(path));
  return programOf(interpreter, {
    RUBYLIB: [join(root, 'usr/lib/ruby/vendor_ruby'), ...versions].join(':'),
    GEM_PATH: [join(root, 'usr/share/rubygems-integration/all'), '/usr/share/rubygems-integration/all'].join(':'),
    LD_LIBRARY_PATH: libraries.join(':'),
  });
}

/** Perl with its client; undefined if they are unavailable. */
export function perlGitlab(): Program | undefined {
  const root = unpackDebianPackages(['libgitlab-api-v4-perl']);
  if (root === undefined || !existsSync('/usr/bin/perl')) return undefined;
  const libraries = foldersIn(root, 'usr/lib').flatMap((path) => foldersIn(path, 'perl5'));
  return programOf('/usr/bin/perl', { PERL5LIB: [join(root, 'usr/share/perl5'), ...libraries].join(':') });
}

function programOf(interpreter: string, libraries: Record<string, string>): Program {
  // Without any configuration of this machine.
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent', LANG: 'C.UTF-8', ...libraries };
  return async (name, ...args) => {
    const { stdout } = await run(interpreter, [join(__dirname, name), ...args], { env });
    return JSON.parse(stdout) as unknown;
  };
}

function foldersIn(root: string, path: string): string[] {
  const folder = join(root, path);
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}
