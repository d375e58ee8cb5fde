// The images of the mesh: one for each process, and the engines for machines that cannot fetch official ones.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from '../lib/processes.ts';
import { root } from '../lib/root.ts';
import { gateway, services } from '../mesh/services.ts';

/**
 * @typedef {object} Image
 * @property {string} name
 * @property {boolean} isService a process of the mesh, not an engine
 * @property {string} file the Dockerfile, as seen from the root of the repository
 * @property {Record<string, string>} args of the build
 */

/** @type {Image[]} */
export const images = [
  ...[gateway, ...services].map(({ name }) => ({
    ...{ name, isService: true, file: 'deploy/Dockerfile' },
    args: { SERVICE: name },
  })),
  { name: 'documentdb', isService: false, file: 'deploy/engines/documentdb.Dockerfile', args: {} },
  { name: 'nats', isService: false, file: 'deploy/engines/nats.Dockerfile', args: {} },
];

/** @returns {Promise<string>} the commit that is checked out; with `-modified` where files differ from it */
export async function revision() {
  const commit = (await must('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root })).trim();
  const changes = await must('git', ['status', '--porcelain'], { cwd: root });
  return changes.trim() === '' ? commit : `${commit}-modified`;
}

/**
 * Builds an image, and pushes it where that is wanted.
 * @param {import('./builder.ts').Builder} builder
 * @param {Image} image
 * @param {{ name: string, commit: string, base?: string, isPushed: boolean, log: import('../lib/log.ts').Log }} options
 * @returns {Promise<string | undefined>} digest of an image that was pushed, as the registry knows it
 */
export async function buildImage(builder, image, { name, commit, base, isPushed, log }) {
  const args = { ...image.args, REVISION: commit, ...(base && image.isService && { NODE_IMAGE: base }) };
  const settings = Object.entries(args).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]);
  const file = join(root, image.file);
  const ignored = builder.takesIgnoreFile ? ['--ignorefile', `${file}.dockerignore`] : [];
  const command = [...builder.build, '-f', file, ...ignored, ...settings, '-t', name, root];
  const env = { ...process.env, DOCKER_BUILDKIT: '1' };
  await must(builder.name, command, { cwd: root, env, onLine: log.progress });
  return isPushed ? pushImage(builder, name, log) : undefined;
}

/** @param {import('./builder.ts').Builder} builder @param {string} name @param {import('../lib/log.ts').Log} log */
async function pushImage(builder, name, log) {
  const folder = mkdtempSync(join(tmpdir(), 'forge-digest-'));
  try {
    const file = join(folder, 'digest');
    const told = builder.writesDigest ? ['--digestfile', file] : [];
    const output = await must(builder.name, ['push', ...told, name], { onLine: log.progress });
    const text = builder.writesDigest ? readFileSync(file, 'utf8') : output;
    const digest = /sha256:[0-9a-f]{64}/.exec(text)?.[0];
    if (digest === undefined) throw new Error(`${builder.name} did not tell the digest of ${name}`);
    return digest;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
