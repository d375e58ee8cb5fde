/**
 * Signs URLs of objects. A batch needs a hundred of them, so they are signed without the SDK's
 * processing of a request, which takes several times as long.
 */
import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Options } from './s3-options';
import type * as Sdk from './sdk';

/** A request that anyone may send for a while. */
export interface SignedRequest {
  method: 'GET' | 'PUT';
  /** Name in the bucket. */
  name: string;
  /** Headers that the signature covers, in lower case. */
  headers: Record<string, string>;
  seconds: number;
}

/** Where the objects of a bucket are. */
interface Base {
  protocol: string;
  hostname: string;
  port?: number;
  /** Path of the names, with a slash at its end. */
  path: string;
}

/** Returns the function that signs: it returns the URL. */
export function createAddressSigner(
  { bucket: Bucket, region }: Pick<S3Options, 'bucket' | 'region'>,
  load: () => { sdk: typeof Sdk; client: S3Client },
): (request: SignedRequest) => Promise<string> {
  let base: Base | undefined;
  let presigner: Sdk.S3RequestPresigner | undefined;
  return async ({ method, name, headers, seconds }) => {
    const { sdk, client } = load();
    base ??= await findBase(sdk, client, Bucket);
    const { path, ...server } = base;
    presigner ??= new sdk.S3RequestPresigner({ ...client.config, region, signingName: 's3' });
    const request = { ...server, method, path: path + encodePath(name), query: {}, headers: { ...headers } };
    const unhoistableHeaders = new Set(Object.keys(headers));
    const signed = await presigner.presign(request, { expiresIn: seconds, unhoistableHeaders });
    const query = Object.entries(signed.query ?? {}).map(([key, value]) => `${encode(key)}=${encode(String(value))}`);
    const host = server.port === undefined ? server.hostname : `${server.hostname}:${server.port}`;
    return `${server.protocol}//${host}${signed.path}?${query.join('&')}`;
  };
}

/** The SDK knows whether the bucket is part of the host name or of the path. */
async function findBase(sdk: typeof Sdk, client: S3Client, Bucket: string): Promise<Base> {
  const url = new URL(await sdk.getSignedUrl(client, new sdk.GetObjectCommand({ Bucket, Key: 'x' })));
  return {
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port !== '' && { port: Number(url.port) }),
    path: url.pathname.slice(0, -1),
  };
}

function encodePath(name: string): string {
  return name.split('/').map(encode).join('/');
}

/** Encodes all but the unreserved characters of RFC 3986, as signatures require. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
