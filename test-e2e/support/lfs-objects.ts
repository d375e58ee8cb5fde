/** Large files as a client transfers them, without the client. */
import { createHash } from 'node:crypto';

/** The project of an object, and who asks for it. */
export interface LfsTarget {
  /** URL of the instance. */
  url: string;
  /** Full path of the project. */
  path: string;
  token: string;
}

/** SHA-256 of a content in hex. */
export function sha256Of(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The pointer to a content, as a repository contains it. */
export function pointerTo(content: string): string {
  const size = Buffer.byteLength(content);
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256Of(content)}\nsize ${size}\n`;
}

/** Uploads an object. Throws if it is refused. */
export async function putLfsObject(target: LfsTarget, content: string | Buffer): Promise<void> {
  const bytes = Buffer.from(content);
  const suffix = `${sha256Of(bytes)}/${bytes.length}`;
  const response = await request(target, suffix, { method: 'PUT', body: new Uint8Array(bytes) });
  if (response.status !== 200) throw new Error(`not stored: ${response.status} ${await response.text()}`);
}

/** Downloads an object: the status, and the content or refusal. */
export async function getLfsObject(target: LfsTarget, oid: string): Promise<{ status: number; text: string }> {
  const response = await request(target, oid, {});
  return { status: response.status, text: await response.text() };
}

function request({ url, path, token }: LfsTarget, suffix: string, init: RequestInit): Promise<Response> {
  const headers = { Authorization: `Basic ${Buffer.from(`any:${token}`).toString('base64')}` };
  return fetch(`${url}/${path}.git/info/lfs/objects/${suffix}`, { ...init, headers });
}
