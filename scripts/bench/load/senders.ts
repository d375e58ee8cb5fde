// Sends one HTTP request or runs one git command; resolves on completion and never rejects.

import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { Agent, request, type RequestOptions } from 'node:http';
import type { Command, HttpRequest, Job } from './job.ts';

/** Timeout of a request in milliseconds. */
const TIMEOUT_MS = 30_000;

/** `firstByteAt` is NaN if there was no response. */
interface Sent {
  firstByteAt: number;
  outcome: string;
  isGood: boolean;
  /** Size of the content in bytes; 0 for a git command. */
  bytes: number;
}
export interface Sender {
  send: (n: number) => Promise<Sent>;
  close: () => void;
}

export function createSender({ origin, requests = [], commands = [], connections, serial }: Job): Sender {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const filled = (text: string, n: number) => text.replaceAll('%n%', `${serial}-${n}`);
  if (requests.length === 0) {
    return { send: (n) => runCommand(at(commands, n), (text) => filled(text, n)), close: () => undefined };
  }
  return {
    send: (n) => sendRequest({ agent, hostname, port }, at(requests, n), (text) => filled(text, n)),
    close: () => agent.destroy(),
  };
}

function at<T>(list: T[], n: number): T {
  return list[n % list.length] as T;
}

function sendRequest(
  target: RequestOptions,
  { method, path, headers, body }: HttpRequest,
  filled: (text: string) => string,
): Promise<Sent> {
  return new Promise((resolve) => {
    let firstByteAt = NaN;
    let bytes = 0;
    const content = body === undefined ? undefined : Buffer.from(filled(body));
    const length = content && { 'content-length': String(content.length) };
    const options = { ...target, method, path: filled(path), headers: { ...headers, ...length }, timeout: TIMEOUT_MS };
    const sent = request(options, (response) => {
      firstByteAt = performance.now();
      const status = response.statusCode ?? 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () =>
        resolve({ firstByteAt, outcome: String(status), isGood: status >= 200 && status < 300, bytes }),
      );
      response.on('error', (error) => resolve({ firstByteAt, outcome: error.message, isGood: false, bytes }));
    });
    sent.on('timeout', () => sent.destroy(new Error('timeout')));
    sent.on('error', (error) => resolve({ firstByteAt, outcome: error.message, isGood: false, bytes }));
    sent.end(content);
  });
}

/** A command has no first byte; its end time is used. */
function runCommand({ args, env, cwd, folder }: Command, filled: (text: string) => string): Promise<Sent> {
  return new Promise((resolve) => {
    const child = spawn('git', args.map(filled), {
      env,
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: TIMEOUT_MS,
    });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (chunk) => (words = (words + chunk).slice(-300)));
    child.on('error', (error) => resolve({ firstByteAt: NaN, outcome: error.message, isGood: false, bytes: 0 }));
    child.on('close', async (code) => {
      const firstByteAt = performance.now();
      if (folder) await rm(filled(folder), { recursive: true, force: true });
      const outcome = code === 0 ? '0' : (words.trim().split('\n').at(-1) ?? `code ${code}`);
      resolve({ firstByteAt, outcome, isGood: code === 0, bytes: 0 });
    });
  });
}
