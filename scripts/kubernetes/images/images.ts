// The images: one for each service and the gateway, the program that runs all of them, and the
// datastores for machines that cannot download the official ones.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programEnvironment, runOrFail } from '../../lib/processes.ts';
import { root } from '../../lib/root.ts';
import { gateway, services } from '../../mesh/services.ts';
import type { Builder } from './builder.ts';
import type { Log } from '../../lib/log.ts';

export interface Image {
  name: string;
  /** Whether it runs one service or the gateway. */
  isService: boolean;
  /** Whether it is built on a Node image: all images except the datastores. */
  hasNode: boolean;
  /** Path of the Dockerfile, relative to the root of the repository. */
  file: string;
  /** Build arguments. */
  args: Record<string, string>;
}

export const images: Image[] = [
  ...[gateway, ...services].map(({ name }) => ({ ...imageOf(name), isService: true })),
  imageOf('program'),
  { name: 'documentdb', isService: false, hasNode: false, file: 'deploy/datastores/documentdb.Dockerfile', args: {} },
  { name: 'nats', isService: false, hasNode: false, file: 'deploy/datastores/nats.Dockerfile', args: {} },
];

function imageOf(name: string): Image {
  return { name, isService: false, hasNode: true, file: 'deploy/Dockerfile', args: { SERVICE: name } };
}

/** @returns the checked out commit, with `-modified` if files differ from it */
export async function revision(): Promise<string> {
  const commit = (await runOrFail('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root })).trim();
  const changes = await runOrFail('git', ['status', '--porcelain'], { cwd: root });
  return changes.trim() === '' ? commit : `${commit}-modified`;
}

/**
 * Builds an image and pushes it if requested.
 * @returns digest of a pushed image in the registry
 */
export async function buildImage(
  builder: Builder,
  image: Image,
  { name, commit, base, isPushed, log }: { name: string; commit: string; base?: string; isPushed: boolean; log: Log },
): Promise<string | undefined> {
  const args = { ...image.args, REVISION: commit, ...(base && image.hasNode && { NODE_IMAGE: base }) };
  const settings = Object.entries(args).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]);
  const file = join(root, image.file);
  const ignored = builder.takesIgnoreFile ? ['--ignorefile', `${file}.dockerignore`] : [];
  const command = [...builder.build, '-f', file, ...ignored, ...settings, '-t', name, root];
  const env = programEnvironment({ DOCKER_BUILDKIT: '1' });
  await runOrFail(builder.name, command, { cwd: root, env, onLine: log.progress });
  return isPushed ? pushImage(builder, name, log) : undefined;
}

async function pushImage(builder: Builder, name: string, log: Log) {
  const folder = mkdtempSync(join(tmpdir(), 'forge-digest-'));
  try {
    const file = join(folder, 'digest');
    const digestArgs = builder.writesDigest ? ['--digestfile', file] : [];
    const output = await runOrFail(builder.name, ['push', ...digestArgs, name], { onLine: log.progress });
    const text = builder.writesDigest ? readFileSync(file, 'utf8') : output;
    const digest = /sha256:[0-9a-f]{64}/.exec(text)?.[0];
    if (digest === undefined) throw new Error(`${builder.name} did not report the digest of ${name}`);
    return digest;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
