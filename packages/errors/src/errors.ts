/**
 * The catalogue of errors. One typed error crosses the wire; HTTP exists only in the gateway.
 *
 * A handler throws a `ForgeError` or one of its subclasses; the RPC server sends its reason,
 * message and details in the trailer of the call; the gateway maps the reason to status and body.
 */
import { status as GrpcStatus } from '@grpc/grpc-js';

interface CatalogueEntry {
  /** gRPC status of the call. */
  grpc: GrpcStatus;
  /** HTTP status of the response. */
  http: number;
  /** Default message. */
  text: string;
  /** Key in the response body: the API has two families of errors. */
  key: 'message' | 'error';
}

/** All reasons why a call can fail. */
export const errorCatalogue = {
  not_modified: { grpc: GrpcStatus.FAILED_PRECONDITION, http: 304, text: '304 Not Modified', key: 'message' },
  bad_request: { grpc: GrpcStatus.INVALID_ARGUMENT, http: 400, text: '400 Bad request', key: 'message' },
  invalid_parameters: { grpc: GrpcStatus.INVALID_ARGUMENT, http: 400, text: '400 Bad request', key: 'error' },
  unauthenticated: { grpc: GrpcStatus.UNAUTHENTICATED, http: 401, text: '401 Unauthorized', key: 'message' },
  invalid_token: { grpc: GrpcStatus.UNAUTHENTICATED, http: 401, text: 'invalid_token', key: 'error' },
  forbidden: { grpc: GrpcStatus.PERMISSION_DENIED, http: 403, text: '403 Forbidden', key: 'message' },
  insufficient_scope: { grpc: GrpcStatus.PERMISSION_DENIED, http: 403, text: 'insufficient_scope', key: 'error' },
  not_found: { grpc: GrpcStatus.NOT_FOUND, http: 404, text: '404 Not found', key: 'message' },
  unknown_route: { grpc: GrpcStatus.NOT_FOUND, http: 404, text: '404 Not Found', key: 'error' },
  method_not_allowed: {
    grpc: GrpcStatus.FAILED_PRECONDITION,
    http: 405,
    text: '405 Method Not Allowed',
    key: 'message',
  },
  wrong_verb: { grpc: GrpcStatus.UNIMPLEMENTED, http: 405, text: '405 Not Allowed', key: 'error' },
  not_acceptable: { grpc: GrpcStatus.FAILED_PRECONDITION, http: 406, text: '406 Not Acceptable', key: 'message' },
  conflict: { grpc: GrpcStatus.ALREADY_EXISTS, http: 409, text: '409 Conflict', key: 'message' },
  precondition_failed: {
    grpc: GrpcStatus.FAILED_PRECONDITION,
    http: 412,
    text: '412 Precondition Failed',
    key: 'message',
  },
  too_large: { grpc: GrpcStatus.OUT_OF_RANGE, http: 413, text: '413 Request Entity Too Large', key: 'message' },
  uri_too_long: { grpc: GrpcStatus.OUT_OF_RANGE, http: 414, text: '414 Request-URI Too Long', key: 'error' },
  unsupported_media_type: {
    grpc: GrpcStatus.INVALID_ARGUMENT,
    http: 415,
    text: 'The provided content-type is not supported.',
    key: 'error',
  },
  unprocessable: { grpc: GrpcStatus.FAILED_PRECONDITION, http: 422, text: '422 Unprocessable Entity', key: 'message' },
  too_many_requests: { grpc: GrpcStatus.RESOURCE_EXHAUSTED, http: 429, text: 'Retry later', key: 'message' },
  internal: { grpc: GrpcStatus.INTERNAL, http: 500, text: '500 Internal Server Error', key: 'message' },
  unavailable: { grpc: GrpcStatus.UNAVAILABLE, http: 503, text: '503 Service Unavailable', key: 'message' },
} satisfies Record<string, CatalogueEntry>;

/** Name of a catalogue entry. */
export type Reason = keyof typeof errorCatalogue;

/** Message of a response: a string, a list of strings, or strings by field. */
export type ErrorMessage = string | readonly string[] | Readonly<Record<string, unknown>>;

/** Further properties of an error. */
export interface ErrorOptions {
  /** Key in the response body if it differs from the catalogue's. */
  key?: 'message' | 'error';
  /** Further members of the response body, such as `error_code` or `scope`. */
  details?: Readonly<Record<string, unknown>>;
  /** Seconds after which the caller may try again. */
  retryAfter?: number;
  /**
   * Whether a dependency took the work and did not finish it in time; by default whether the cause
   * is such an error.
   */
  isTimeout?: boolean;
  /** The underlying error; logged, never sent. */
  cause?: unknown;
}

/** An error that the caller receives. */
export class ForgeError extends Error {
  override readonly name: string = 'ForgeError';
  readonly body: ErrorMessage;
  readonly key: 'message' | 'error';
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfter: number | undefined;
  /**
   * Whether a dependency took the work and did not finish it in time, unlike one that refused it:
   * the same work may exceed the limit each time it is repeated.
   */
  readonly isTimeout: boolean;

  constructor(
    readonly reason: Reason,
    body?: ErrorMessage,
    options: ErrorOptions = {},
  ) {
    const text = body ?? errorCatalogue[reason].text;
    super(typeof text === 'string' ? text : JSON.stringify(text), { cause: options.cause });
    this.body = text;
    this.key = options.key ?? errorCatalogue[reason].key;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
    this.isTimeout = options.isTimeout ?? isTimeout(options.cause);
  }
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && 'isTimeout' in cause && cause.isTimeout === true;
}

/** 404: `404 Branch Not Found` with a resource name, `404 Not found` without one. */
export class NotFoundError extends ForgeError {
  constructor(resource?: string) {
    super('not_found', resource === undefined ? undefined : `404 ${resource} Not Found`);
  }
}

/** 403: `403 Forbidden - <reason>` with a reason. */
export class ForbiddenError extends ForgeError {
  constructor(why?: string) {
    super('forbidden', why === undefined ? undefined : `403 Forbidden - ${why}`);
  }
}

/** 401: `401 Unauthorized`. */
export class UnauthenticatedError extends ForgeError {
  constructor() {
    super('unauthenticated');
  }
}

/** 400 with any text under `message`. */
export class BadRequestError extends ForgeError {
  constructor(message: string, options?: ErrorOptions) {
    super('bad_request', message, options);
  }
}

/**
 * 400 of a model validation: messages by field under `message`; an empty list is kept, as the API
 * does.
 */
export class ValidationError extends ForgeError {
  constructor(readonly fields: Readonly<Record<string, readonly string[]>>) {
    super('bad_request', fields);
  }
}

/** 400 of a parameter under `error`, in the wording of the parameter check (`ref is empty`). */
export class InvalidParameterError extends ForgeError {
  constructor(message: string) {
    super('invalid_parameters', message);
  }
}

/** 409. */
export class ConflictError extends ForgeError {
  constructor(message?: ErrorMessage) {
    super('conflict', message);
  }
}

/** 503 with `Retry-After`. */
export class UnavailableError extends ForgeError {
  constructor(message?: string, options: ErrorOptions = {}) {
    super('unavailable', message, { retryAfter: 1, ...options });
  }
}

/**
 * Whether a value is a ForgeError; checked by its properties, because two copies of a package break
 * `instanceof`.
 */
export function isForgeError(error: unknown): error is ForgeError {
  return (
    error instanceof Error && 'reason' in error && typeof error.reason === 'string' && error.reason in errorCatalogue
  );
}
