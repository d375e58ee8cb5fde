/**
 * Metadata and trailers of calls: their keys and the shapes of their values.
 *
 * grpc-js fixes the content type of a call, so a metadata key selects the codec instead of a
 * content subtype.
 */
import { Metadata, status as GrpcStatus, type ServiceError } from '@grpc/grpc-js';
import { errorCatalogue, ForgeError, isForgeError, type ErrorMessage, type Reason } from '@forgemesh/errors';

/** Metadata: the signed context of the call. */
export const CONTEXT_KEY = 'forge-context';
/** Header of a push to a storage: URL-encoded text that git shows to its user. */
export const GIT_NOTICE_KEY = 'forge-git-notice';
/** Metadata: the signed contexts that a service forwards, the gateway's first, comma-separated. */
export const FORWARDED_KEY = 'forge-forwarded';
/** Metadata: the correlation id of the request. */
export const REQUEST_ID_KEY = 'forge-request-id';
/** The span of the caller, as a `traceparent` of the W3C. */
export const TRACE_PARENT_KEY = 'traceparent';
/** Header of the response to a health check: the name of the process among those of its service. */
export const MEMBER_KEY = 'forge-member';
/** Metadata: `json` if request and response are JSON; otherwise protobuf. */
export const CODEC_KEY = 'forge-codec';
/** Metadata: `If-Unmodified-Since` of the request. */
export const UNMODIFIED_SINCE_KEY = 'forge-if-unmodified-since';
/** Trailer: a `WireError`. */
export const ERROR_KEY = 'forge-error-bin';
/** Trailer: a `ResponseInfo`. */
export const RESPONSE_KEY = 'forge-response-bin';

/** Position of a page in its list. */
export interface PageInfo {
  page: number;
  per_page: number;
  /** Number of rows of the whole list; absent if they are not counted. */
  total?: number;
  /** Whether there is a next page. */
  has_next: boolean;
}

/** Next page of a keyset-paginated list: the parameters of its link; absent at the end. */
export interface KeysetInfo {
  next?: Record<string, string>;
}

/** Properties of an HTTP response besides its body. */
export interface ResponseInfo {
  status?: number;
  headers?: Record<string, string>;
  page?: PageInfo;
  keyset?: KeysetInfo;
}

/** Maximum size of an error in bytes; base64 adds a third. */
const MAX_ERROR_BYTES = 24 * 1024;
/** Characters of a long text that remain in an error that is too large. */
const MAX_CUT_TEXT = 500;

interface WireError {
  reason: Reason;
  body: ErrorMessage;
  key: 'message' | 'error';
  details?: Readonly<Record<string, unknown>>;
  retry_after?: number;
  is_timeout?: boolean;
}

/** Writes response information into a trailer; undefined if there is none. */
export function responseTrailer(info: ResponseInfo): Metadata | undefined {
  if (Object.keys(info).length === 0) return undefined;
  const trailer = new Metadata();
  trailer.set(RESPONSE_KEY, Buffer.from(JSON.stringify(info)));
  return trailer;
}

/** Reads response information from a trailer. */
export function readResponseInfo(trailer: Metadata | undefined): ResponseInfo {
  const value = trailer?.get(RESPONSE_KEY)[0];
  return value === undefined ? {} : (JSON.parse(value.toString()) as ResponseInfo);
}

/**
 * Turns a thrown value into the error of a gRPC call; anything but a ForgeError becomes an opaque
 * internal error.
 */
export function toServiceError(error: unknown): Partial<ServiceError> {
  const forgeError = isForgeError(error) ? error : new ForgeError('internal');
  const metadata = new Metadata();
  const wireError: WireError = {
    reason: forgeError.reason,
    body: forgeError.body,
    key: forgeError.key,
    ...(forgeError.details && { details: forgeError.details }),
    ...(forgeError.retryAfter !== undefined && { retry_after: forgeError.retryAfter }),
    ...(forgeError.isTimeout && { is_timeout: true }),
  };
  metadata.set(ERROR_KEY, Buffer.from(encodeError(wireError)));
  return { code: errorCatalogue[forgeError.reason].grpc, details: forgeError.reason, metadata };
}

/**
 * HTTP/2 closes the whole connection for headers above 64 KB, and a text may repeat client input:
 * long texts are cut.
 */
function encodeError(error: WireError): string {
  const whole = JSON.stringify(error);
  if (Buffer.byteLength(whole) <= MAX_ERROR_BYTES) return whole;
  const cut = JSON.stringify(error, (_key, value: unknown) =>
    typeof value === 'string' && value.length > MAX_CUT_TEXT ? `${value.slice(0, MAX_CUT_TEXT)}...` : value,
  );
  if (Buffer.byteLength(cut) <= MAX_ERROR_BYTES) return cut;
  return JSON.stringify({ reason: error.reason, key: error.key, body: errorCatalogue[error.reason].text });
}

/** Whether a call failed because a process of an earlier release does not serve it. */
export function isUnimplemented(error: unknown): boolean {
  if (!isForgeError(error)) return false;
  return (error.cause as { code?: unknown } | undefined)?.code === GrpcStatus.UNIMPLEMENTED;
}

/**
 * Turns the error of a gRPC call back into the ForgeError that was thrown, or into the closest one.
 */
export function fromServiceError(error: ServiceError): ForgeError {
  const value = error.metadata?.get(ERROR_KEY)[0];
  if (value !== undefined) {
    const {
      reason,
      body,
      key,
      details,
      retry_after: retryAfter,
      is_timeout,
    } = JSON.parse(value.toString()) as WireError;
    return new ForgeError(reason, body, { key, details, retryAfter, isTimeout: is_timeout === true, cause: error });
  }
  switch (error.code) {
    case GrpcStatus.DEADLINE_EXCEEDED:
      return new ForgeError('unavailable', undefined, { retryAfter: 1, isTimeout: wasSent(error), cause: error });
    case GrpcStatus.UNAVAILABLE:
    case GrpcStatus.CANCELLED:
    case GrpcStatus.UNIMPLEMENTED:
      return new ForgeError('unavailable', undefined, { retryAfter: 1, cause: error });
    case GrpcStatus.RESOURCE_EXHAUSTED:
      return new ForgeError('too_large', undefined, { cause: error });
    default:
      return new ForgeError('internal', undefined, { cause: error });
  }
}

/** Whether a call that exceeded its deadline was sent to a server: it did not only wait for one. */
function wasSent({ details }: ServiceError): boolean {
  return details.includes('remote_addr=');
}
