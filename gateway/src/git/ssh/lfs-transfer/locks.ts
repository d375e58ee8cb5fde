/** Commands about locks. */
import type { LfsBackend } from './lfs-backend';
import type { MessageHead, Reply } from './messages';
import { refusalOf } from './refusal';

const FORBIDDEN = 403;
const CONFLICT = 409;
const filters = ['path', 'id', 'cursor', 'limit'] as const;

/** A lock over HTTP. */
interface Lock {
  id: string;
  path: string;
  locked_at: string;
  owner: { name: string };
}

/** Locks a file. */
export async function lock(backend: LfsBackend, { args }: MessageHead): Promise<Reply> {
  const { status, body } = await backend.json('POST', 'locks', { path: args.get('path'), ref: refOf(args) });
  const found = body['lock'] as Lock | undefined;
  if (status === 201 && found) return { status, args: fieldsOf(found) };
  const refusal = refusalOf(status, body['message']);
  return status === CONFLICT && found ? { ...refusal, args: fieldsOf(found) } : refusal;
}

/** Releases a lock. */
export async function unlock(backend: LfsBackend, { words, args }: MessageHead): Promise<Reply> {
  const [, id = ''] = words;
  const request = { force: args.get('force') === 'true', ref: refOf(args) };
  const { status, body } = await backend.json('POST', `locks/${encodeURIComponent(id)}/unlock`, request);
  const found = body['lock'] as Lock | undefined;
  return status === 200 && found ? { status, args: fieldsOf(found) } : refusalOf(status, body['message']);
}

/**
 * Lists locks. Without a filter, it says which are those of the caller, which only those who may
 * push can ask.
 */
export async function listLocks(backend: LfsBackend, head: MessageHead): Promise<Reply> {
  const { args } = head;
  if (args.has('path') || args.has('id')) return search(backend, head);
  const request = { cursor: args.get('cursor'), limit: args.get('limit'), ref: refOf(args) };
  const { status, body } = await backend.json('POST', 'locks/verify', request);
  if (status === FORBIDDEN) return search(backend, head);
  if (status !== 200) return refusalOf(status, body['message']);
  const lines = (['ours', 'theirs'] as const).flatMap((owner) =>
    (body[owner] as Lock[]).flatMap((one) => linesOf(one, owner)),
  );
  return { status, args: nextOf(body), lines };
}

async function search(backend: LfsBackend, { args }: MessageHead): Promise<Reply> {
  const query = new URLSearchParams();
  for (const name of filters) if (args.has(name)) query.set(name, args.get(name) ?? '');
  const { status, body } = await backend.json('GET', `locks?${query.toString()}`);
  if (status !== 200) return refusalOf(status, body['message']);
  return { status, args: nextOf(body), lines: (body['locks'] as Lock[]).flatMap((one) => linesOf(one, undefined)) };
}

function linesOf({ id, path, locked_at, owner }: Lock, whose: 'ours' | 'theirs' | undefined): string[] {
  const lines = [`lock ${id}`, `path ${id} ${path}`, `locked-at ${id} ${locked_at}`, `ownername ${id} ${owner.name}`];
  return whose === undefined ? lines : [...lines, `owner ${id} ${whose}`];
}

function fieldsOf({ id, path, locked_at, owner }: Lock): Record<string, string> {
  return { id, path, 'locked-at': locked_at, ownername: owner.name };
}

function nextOf({ next_cursor: next }: Record<string, unknown>): Record<string, string> {
  return typeof next === 'string' ? { 'next-cursor': next } : {};
}

function refOf(args: ReadonlyMap<string, string>): { name: string } | undefined {
  const name = args.get('refname');
  return name === undefined ? undefined : { name };
}
