/**
 * Objects in a bucket of an S3 server. Content is uploaded in parts while it arrives, and the
 * upload is completed only if size and digest are those expected: until then, and for ever if the
 * process ends, the object does not exist.
 */
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import {
  assertPrefix,
  digestOf,
  isObjectKey,
  type ExpectedContent,
  type ObjectStore,
  type StoredObject,
} from '../object-store';
import { copyChunks, drainVerified, verifyContent } from '../verify-content';
import { createAddressSigner } from './address-signer';
import { createDirectUploads, PENDING } from './direct-uploads';
import { fromS3Error, isMissing } from './s3-error';
import { QUICK, type S3Options } from './s3-options';
import type * as Sdk from './sdk';

const MEGABYTE = 1024 ** 2;
/** The minimum of S3: of each running upload, up to two parts are in memory. */
const PART_BYTES = 5 * MEGABYTE;
const PARTS_IN_MEMORY = 2;
/** The maximum of S3. */
const MAX_PARTS = 10_000;
/** Larger objects cannot be copied with one request. */
const MAX_COPY_BYTES = 5 * 1024 * MEGABYTE;
/** Attempts of a request, with growing delays between them. */
const MAX_ATTEMPTS = 3;
const CONNECT_TIMEOUT_MS = 5_000;
/** Time until the response to a request begins: long, for parts of several hundred megabytes. */
const RESPONSE_TIMEOUT_MS = 300_000;
/** Requests at the same time; further ones wait. */
const MAX_CONNECTIONS = 256;

/** Creates a store in a bucket. The first operation loads the SDK. */
export function createS3Store(options: S3Options): ObjectStore {
  const { bucket: Bucket, prefix, log } = options;
  let loaded: { sdk: typeof Sdk; client: S3Client } | undefined;
  const load = (): { sdk: typeof Sdk; client: S3Client } => {
    const sdk = loadSdk();
    return (loaded ??= { sdk, client: connect(sdk, options) });
  };
  const sign = createAddressSigner(options, load);
  const nameOf = (key: string): string => {
    digestOf(key);
    return prefix + key;
  };
  /** Runs requests; null if the object does not exist. */
  const request = async <T>(work: (client: S3Client, sdk: typeof Sdk) => Promise<T>): Promise<T | null> => {
    const { sdk, client } = load();
    try {
      return await work(client, sdk);
    } catch (error) {
      if (isMissing(error)) return null;
      throw fromS3Error(error, log);
    }
  };
  const find = async (key: string): Promise<StoredObject | null> => {
    const Key = nameOf(key);
    const found = await request((client, sdk) => client.send(new sdk.HeadObjectCommand({ Bucket, Key }), QUICK));
    return found && { key, size: found.ContentLength ?? 0, stored_at: found.LastModified ?? new Date(0) };
  };
  const put = async (key: string, content: AsyncIterable<Uint8Array>, expected: ExpectedContent): Promise<void> => {
    const { sdk, client } = load();
    const body = Readable.from(copyChunks(verifyContent(content, expected)), { objectMode: false });
    let refusal: { error: unknown } | undefined;
    body.once('error', (error) => (refusal = { error }));
    const upload = new sdk.Upload({
      client,
      params: { Bucket, Key: nameOf(key), Body: body, ContentType: 'application/octet-stream' },
      partSize: partBytesOf(expected.size),
      queueSize: PARTS_IN_MEMORY,
      leavePartsOnError: false,
    });
    try {
      await upload.done();
    } catch (error) {
      // Content that differs or breaks off fails the upload, too.
      throw refusal ? refusal.error : fromS3Error(error, log);
    } finally {
      body.destroy();
    }
  };
  const get: ObjectStore['get'] = async (key, range) => {
    const Key = nameOf(key);
    const Range = range && `bytes=${range.start}-${range.end}`;
    const opened = await request((client, sdk) => client.send(new sdk.GetObjectCommand({ Bucket, Key, Range }), QUICK));
    if (!opened) return null;
    const size = Number(/\/(\d+)$/.exec(opened.ContentRange ?? '')?.[1] ?? opened.ContentLength);
    return { content: opened.Body as Readable, size };
  };

  const putOnce: ObjectStore['put'] = async (key, content, expected) => {
    if (await find(key)) return drainVerified(content, expected);
    await put(key, content, expected);
  };
  /** Lists the names in the bucket that begin with a prefix, with those of other programs. */
  async function* listNames(Prefix: string): AsyncGenerator<{ name: string; size: number; stored_at: Date }> {
    let token: string | undefined;
    do {
      const page = await request((client, sdk) =>
        client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: token }), QUICK),
      );
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page?.Contents ?? [])
        yield { name: Key, size: Size, stored_at: LastModified };
      token = page?.NextContinuationToken;
    } while (token !== undefined);
  }
  const remove = async (Key: string): Promise<void> => {
    await request((client, sdk) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), QUICK));
  };

  return {
    put: putOnce,
    get,
    stat: find,
    async copy(from, to) {
      if (digestOf(from) !== digestOf(to)) throw new Error('a copy has the digest of its source');
      if (await find(to)) return true;
      const source = await find(from);
      if (!source) return false;
      if (source.size > MAX_COPY_BYTES) {
        const opened = await get(from);
        if (opened) await put(to, opened.content, { sha256: digestOf(from), size: source.size });
        return opened !== null;
      }
      const CopySource = encodeURI(`${Bucket}/${nameOf(from)}`);
      const copied = await request((client, sdk) =>
        client.send(new sdk.CopyObjectCommand({ Bucket, Key: nameOf(to), CopySource })),
      );
      return copied !== null;
    },
    async delete(key) {
      await remove(nameOf(key));
    },
    async *list(below) {
      assertPrefix(below);
      for await (const { name, size, stored_at } of listNames(prefix + below)) {
        const key = name.slice(prefix.length);
        if (isObjectKey(key)) yield { key, size, stored_at };
      }
    },
    async removeIncomplete(before) {
      let position: { KeyMarker?: string; UploadIdMarker?: string } = {};
      for (let hasMore = true; hasMore;) {
        const page = await request((client, sdk) =>
          client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...position }), QUICK),
        );
        for (const { Key = '', UploadId, Initiated } of page?.Uploads ?? []) {
          if (!isObjectKey(Key.slice(prefix.length)) || !Initiated || Initiated >= before) continue;
          await request((client, sdk) =>
            client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }), QUICK),
          );
        }
        hasMore = page?.IsTruncated === true && page.NextKeyMarker !== undefined;
        position = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker };
      }
      for await (const { name, stored_at } of listNames(prefix + PENDING)) if (stored_at < before) await remove(name);
    },
    signedAddress: async (key, seconds) => sign({ method: 'GET', name: nameOf(key), headers: {}, seconds }),
    direct: createDirectUploads({ options, load, request, sign, nameOf, store: { put: putOnce, stat: find } }),
  };
}

/** The parts of larger objects are larger, because their number is limited. */
function partBytesOf(size: number): number {
  return Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
}

/**
 * Loads the SDK with the first operation: processes with other engines start without its time and
 * memory. The name in backquotes keeps it out of the bundles, which are read as a whole.
 */
function loadSdk(): typeof Sdk {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require(`./sdk`) as typeof Sdk;
}

function connect(sdk: typeof Sdk, options: S3Options): S3Client {
  const { endpoint, region, usesPathStyle, credentials } = options;
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  return new sdk.S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: usesPathStyle,
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      httpAgent: new Agent(agent),
      httpsAgent: new SecureAgent(agent),
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: RESPONSE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
    // The parts are signed with their SHA-256, and other servers than that of AWS do not have all
    // further checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
