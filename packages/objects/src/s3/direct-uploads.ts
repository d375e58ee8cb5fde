/**
 * Uploads from clients straight into the bucket. A client gets a signed URL of a key that only its
 * upload has, outside of all objects. The signature covers the size and the SHA-256 of the content,
 * so that a server that verifies checksums stores nothing else there. Its content becomes an object
 * when the upload is completed: copied within the bucket if the server has recorded the checksum,
 * read and verified otherwise.
 */
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { DirectUploads, ObjectStore, PendingUpload, SignedUpload } from '../object-store';
import { ContentMismatchError } from '../verify-content';
import type { SignedRequest } from './address-signer';
import { probeServer, type ServerTraits } from './probe-server';
import { QUICK, type S3Options } from './s3-options';
import type * as Sdk from './sdk';

/** Folder of the uploads below the prefix. No kind has this name. */
export const PENDING = '.pending/';
/** Larger contents cannot be stored with one request, nor copied. */
const MAX_BYTES = 5 * 1024 ** 3;
const CHECKSUM = 'x-amz-checksum-sha256';
const CONTENT_TYPE = 'application/octet-stream';
const uploadId = /^[0-9a-z-]{1,128}$/;

/** What the uploads use of the store. */
export interface DirectUploadOptions {
  options: Pick<S3Options, 'bucket' | 'prefix' | 'log'>;
  load(): { sdk: typeof Sdk; client: S3Client };
  /** Runs requests; null if the object does not exist. */
  request<T>(work: (client: S3Client, sdk: typeof Sdk) => Promise<T>): Promise<T | null>;
  /** Returns a URL with which anyone may send a request for a while. */
  sign(request: SignedRequest): Promise<string>;
  /** Name of an object in the bucket. Throws for a text that is no key. */
  nameOf(key: string): string;
  store: Pick<ObjectStore, 'put' | 'stat'>;
}

/** A content that waits for the completion of its upload. */
interface PendingContent {
  size: number | undefined;
  /** SHA-256 in Base64, if the server has recorded it. */
  checksum: string | undefined;
  /** Version of the content. */
  tag: string | undefined;
}

/** Creates the uploads of a bucket. */
export function createDirectUploads({
  options,
  load,
  request,
  sign,
  nameOf,
  store,
}: DirectUploadOptions): DirectUploads {
  const { bucket: Bucket, prefix, log } = options;
  let traits: Promise<ServerTraits> | undefined;
  const loadTraits = (): Promise<ServerTraits> => {
    const { sdk, client } = load();
    traits ??= probeServer({ sdk, client, Bucket, folder: prefix + PENDING, log }).catch((error: unknown) => {
      // The next upload tries again.
      traits = undefined;
      throw error;
    });
    return traits;
  };
  const keyOf = ({ id }: PendingUpload): string => {
    if (!uploadId.test(id)) throw new Error('the id names no upload');
    return prefix + PENDING + id;
  };
  const find = async (upload: PendingUpload): Promise<PendingContent | null> => {
    const input = { Bucket, Key: keyOf(upload), ChecksumMode: 'ENABLED' as const };
    const found = await request((client, sdk) => client.send(new sdk.HeadObjectCommand(input), QUICK));
    return found && { size: found.ContentLength, checksum: checksumOf(found), tag: found.ETag };
  };
  /** Reads the content and stores it as any other: what the store verifies is what it keeps. */
  const storeVerified = async (upload: PendingUpload, key: string): Promise<boolean> => {
    const input = { Bucket, Key: keyOf(upload) };
    const opened = await request((client, sdk) => client.send(new sdk.GetObjectCommand(input), QUICK));
    if (!opened) return false;
    const content = opened.Body as Readable;
    try {
      await store.put(key, content, upload);
    } finally {
      content.destroy();
    }
    return true;
  };

  return {
    async address(upload, seconds): Promise<SignedUpload | null> {
      const { size, sha256 } = upload;
      const name = keyOf(upload);
      if (size === 0 || size > MAX_BYTES || !(await loadTraits()).refusesUnsignedHeaders) return null;
      const checksum = inBase64(sha256);
      const headers = { 'content-length': String(size), [CHECKSUM]: checksum };
      const href = await sign({ method: 'PUT', name, headers, seconds });
      return { href, header: { 'Content-Type': CONTENT_TYPE, [CHECKSUM]: checksum } };
    },
    async complete(upload, key) {
      const found = await find(upload);
      if (!found) return false;
      if (found.size !== upload.size) throw new ContentMismatchError('size');
      const { verifiesChecksums } = await loadTraits();
      if (!verifiesChecksums || found.checksum === undefined) return storeVerified(upload, key);
      if (found.checksum !== inBase64(upload.sha256)) throw new ContentMismatchError('digest');
      if (await store.stat(key)) return true;
      const input = {
        Bucket,
        Key: nameOf(key),
        CopySource: encodeURI(`${Bucket}/${keyOf(upload)}`),
        CopySourceIfMatch: found.tag,
        MetadataDirective: 'REPLACE' as const,
        ContentType: CONTENT_TYPE,
      };
      return (await request((client, sdk) => client.send(new sdk.CopyObjectCommand(input)))) !== null;
    },
    async discard(upload) {
      const input = { Bucket, Key: keyOf(upload) };
      await request((client, sdk) => client.send(new sdk.DeleteObjectCommand(input), QUICK));
    },
  };
}

/** The checksum of a whole content, rather than that of the checksums of its parts. */
function checksumOf({ ChecksumSHA256, ChecksumType }: { ChecksumSHA256?: string; ChecksumType?: string }) {
  return ChecksumType === 'COMPOSITE' || ChecksumSHA256?.includes('-') ? undefined : ChecksumSHA256;
}

function inBase64(sha256: string): string {
  return Buffer.from(sha256, 'hex').toString('base64');
}
