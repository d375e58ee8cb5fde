// Some services in one process, which join a running instance: the instance runs the others. For
// work on a service without an instance of its own.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PlainError } from '../lib/fail.ts';
import type { Log } from '../lib/log.ts';
import { freePorts } from '../lib/ports.ts';
import { environmentOfAll, LOCAL, type ProcessPorts } from './environment.ts';
import { readInstanceFile } from './instance-file.ts';
import { ensureKeys } from './keys.ts';
import { createManagedProcess } from './managed-process.ts';
import { gateway, program, services } from './services.ts';
import { readToken, urlHost } from './start-mesh.ts';

/** A repository process owns the files of its storages, so there is only one. */
const names = [...services, gateway].map(({ name }) => name).filter((name) => name !== 'repository');

/**
 * Reads the option `--target`.
 * @param usage printed with the error
 * @throws {PlainError} for unknown services
 */
export function readTarget(text: string, usage: string): string[] {
  const target = [...new Set(text.split(',').map((name) => name.trim()))];
  const unknown = target.filter((name) => !names.includes(name));
  if (unknown.length === 0) return target;
  throw new PlainError(`--target cannot run ${unknown.join(', ')}; it can run ${names.join(', ')}.\n${usage}`);
}

/** Services that run. */
export interface RunningTarget {
  /** URL of the gateway: its own if it is one of them, otherwise that of the instance. */
  url: string;
  /** Token of the administrator of the instance. */
  rootToken: string | undefined;
  stop: () => Promise<void>;
}

/** Starts services and waits until they are ready. */
export async function startTarget(options: {
  target: string[];
  /** File URL, or path, of the data folder of the running instance. */
  upstream: string;
  /** Holds the logs and the temporary files of the process. */
  dataDir: string;
  /** Listen address of the gateway. */
  host: string;
  /** Port of the gateway. */
  port: number;
  /** URL by which clients reach the gateway; its own address by default. */
  externalUrl?: string;
  env: Record<string, string>;
  log: Log;
}): Promise<RunningTarget> {
  const { target, dataDir, host, log } = options;
  const upstreamDir = folderOf(options.upstream);
  const { url: upstreamUrl, ...upstream } = readUpstream(upstreamDir, target);
  const hasGateway = target.includes(gateway.name);
  const url = hasGateway ? `http://${urlHost(host)}:${options.port}` : upstreamUrl;
  const free = await freePorts(2 * names.length);
  const ports = new Map<string, ProcessPorts>(
    target.map((name) => [name, { http: free.pop() ?? 0, metrics: free.pop() ?? 0 }]),
  );
  const edge = { http: hasGateway ? options.port : (free.pop() ?? 0), metrics: free.pop() ?? 0 };
  if (hasGateway) ports.set(gateway.name, edge);
  const keys = ensureKeys(
    upstreamDir,
    [...services, gateway].map(({ name }) => name),
  );
  const settings = {
    dataDir,
    host,
    keys,
    ports,
    env: options.env,
    upstream: { dataDir: upstreamDir, ...upstream },
    storageUri: upstream.storageUri,
    natsUrl: upstream.natsUrl,
    databasePrefix: upstream.databasePrefix,
    externalUrl: options.externalUrl ?? url,
  };
  const environment = () => ({
    ...environmentOfAll(target, settings),
    FORGE_TARGET: target.join(','),
    FORGE_HTTP_PORT: String(edge.http),
    FORGE_METRICS_PORT: String(edge.metrics),
  });
  const member = createManagedProcess({
    name: program.name,
    folder: program.folder,
    environment,
    ports: edge,
    host: urlHost(host),
    dataDir,
    restart: true,
    log,
  });
  const stop = async () => {
    await member.stop();
    member.close();
  };
  try {
    member.start();
    await member.ready();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, rootToken: readToken(upstreamDir, {}), stop };
}

/** @param text URL or path */
function folderOf(text: string): string {
  if (!URL.canParse(text)) return resolve(text);
  if (text.startsWith('file:')) return fileURLToPath(text);
  throw new PlainError(
    `--upstream must be the data folder of a running instance, such as file:///srv/data, not ${text}.`,
  );
}

function readUpstream(dataDir: string, target: readonly string[]) {
  const instance = existsSync(join(dataDir, 'secret')) ? readInstanceFile(dataDir) : undefined;
  if (!instance) throw new PlainError(`No instance runs in ${dataDir}.`);
  const closed = Object.entries(instance.addresses).filter(
    ([name, address]) => address === LOCAL && !target.includes(name),
  );
  if (closed.length === 0) return instance;
  throw new PlainError(
    `The instance in ${dataDir} runs its services in one process, which no other process can call: start it with --processes separate.`,
  );
}
