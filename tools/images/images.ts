// The images of the mesh: one for each process, and the engines for machines that cannot fetch
// official ones.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from '../lib/processes.ts';
import { root } from '../lib/root.ts';
import { gateway, services } from '../mesh/services.ts';
import type { Builder } from './builder.ts';
import type { Log } from '../lib/log.ts';

export interface Image {
  name: string;
  /** A process of the mesh, not an engine. */
  isService: boolean;
  /** The Dockerfile, as seen from the root of the repository. */
  file: string;
  /** Of the build. */
  args: Record<string, string>;
}

export const images: Image[] = [
  ...[gateway, ...services].map(({ name }) => ({
    ...{ name, isService: true, file: 'deploy/Dockerfile' },
    args: { SERVICE: name },
  })),
  { name: 'documentdb', isService: false, file: 'deploy/engines/documentdb.Dockerfile', args: {} },
  { name: 'nats', isService: false, file: 'deploy/engines/nats.Dockerfile', args: {} },
];

/** @returns the commit that is checked out; with `-modified` where files differ from it */
export async function revision(): Promise<string> {
  const commit = (await must('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root })).trim();
  const changes = await must('git', ['status', '--porcelain'], { cwd: root });
  return changes.trim() === '' ? commit : `${commit}-modified`;
}

/**
 * Builds an image, and pushes it where that is wanted.
 * @returns digest of an image that was pushed, as the registry knows it
 */
export async function buildImage(
  builder: Builder,
  image: Image,
  { name, commit, base, isPushed, log }: { name: string; commit: string; base?: string; isPushed: boolean; log: Log },
): Promise<string | undefined> {
  const args = { ...image.args, REVISION: commit, ...(base && image.isService && { NODE_IMAGE: base }) };
  const settings = Object.entries(args).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]);
  const file = join(root, image.file);
  const ignored = builder.takesIgnoreFile ? ['--ignorefile', `${file}.dockerignore`] : [];
  const command = [...builder.build, '-f', file, ...ignored, ...settings, '-t', name, root];
  const env = { ...process.env, DOCKER_BUILDKIT: '1' };
  await must(builder.name, command, { cwd: root, env, onLine: log.progress });
  return isPushed ? pushImage(builder, name, log) : undefined;
}

async function pushImage(builder: Builder, name: string, log: Log) {
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
