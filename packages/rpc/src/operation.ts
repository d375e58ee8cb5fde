/**
 * Binds an RPC to its handler: typed request, caller, resolved project or group, deadline.
 *
 *     export const getIssue = operation(
 *       IssueServiceDefinition.getIssue,
 *       async (request, call: Call<IssuesDeps>) => { ... },
 *     );
 *
 * A handler receives only the declared parameters and returns the entity; further properties of the
 * HTTP response (page, status, headers) are set on the call.
 */
import type { GrantedResource } from '@forgemesh/access';
import { type Principal, type Logger } from '@forgemesh/telemetry';
import type { Caller } from '@forgemesh/admission';
import { callerOf } from './caller';
import type { VerifiedContext } from './context';
import { ForgeError, UnauthenticatedError } from '@forgemesh/errors';
import type { KeysetInfo, PageInfo, ResponseInfo } from './wire';

/** A method as the generated code defines it. */
export interface MethodDefinition<Request, Response> {
  path: string;
  requestStream: boolean;
  responseStream: boolean;
  requestSerialize: (value: Request) => Buffer;
  requestDeserialize: (bytes: Buffer) => Request;
  responseSerialize: (value: Response) => Buffer;
  responseDeserialize: (bytes: Buffer) => Response;
}

/**
 * A request of the REST API: a list that was not sent is undefined, unlike an empty one; the same
 * applies to nested messages.
 */
export type Parameters<Request> = { [K in keyof Request]: Parameter<Request[K]> };

type Parameter<Value> = Value extends unknown[]
  ? Value | undefined
  : Value extends Uint8Array
    ? Value
    : Value extends object
      ? Parameters<Value>
      : Value;

/** A response: optional fields of the message may be null, which JSON shows and protobuf omits. */
export type ResponseOf<T> = T extends Uint8Array
  ? T
  : T extends (infer Item)[]
    ? ResponseOf<Item>[]
    : T extends object
      ? { [K in keyof T as undefined extends T[K] ? never : K]: ResponseOf<T[K]> } & {
          [K in keyof T as undefined extends T[K] ? K : never]?: ResponseOf<Exclude<T[K], undefined>> | null;
        }
      : T;

/** The call that a handler handles. */
export class Call<Deps> {
  /** Properties of the HTTP response besides its body. */
  readonly info: ResponseInfo = {};

  constructor(
    readonly context: VerifiedContext,
    /** Dependencies of the service. */
    readonly deps: Deps,
    readonly log: Logger,
    /** Aborted when the caller disconnects or the deadline passes. */
    readonly signal: AbortSignal,
    /** `If-Unmodified-Since` of the request. */
    readonly ifUnmodifiedSince: Date | undefined,
  ) {}

  /** The user whose rights count; null for anonymous callers. */
  get user(): Principal | null {
    return this.context.user;
  }

  /** The signed-in user. Throws UnauthenticatedError for anonymous callers. */
  get principal(): Principal {
    if (!this.context.user) throw new UnauthenticatedError();
    return this.context.user;
  }

  /** Whose share of scarce resources this call uses. */
  get caller(): Caller {
    return callerOf(this.context);
  }

  /** Id of this write, the same for its retries; undefined for reads. */
  get operationId(): string | undefined {
    return this.context.operation_id || undefined;
  }

  /**
   * Returns the project, group or namespace that the gateway resolved for a parameter, with the
   * caller's access level on it.
   */
  resource(parameter = 'id'): GrantedResource {
    const resource = this.context.access[parameter];
    if (!resource) throw new Error(`the operation has no access rule for ${parameter}`);
    return resource;
  }

  /** Returns the resource of an optional parameter; undefined if it was not sent. */
  optionalResource(parameter: string): GrantedResource | undefined {
    return this.context.access[parameter];
  }

  /**
   * Throws `precondition_failed` if a resource changed after the time in `If-Unmodified-Since`,
   * which has a resolution of seconds.
   */
  assertUnmodified(updatedAt: Date): void {
    const seconds = Math.floor(updatedAt.getTime() / 1000);
    if (this.ifUnmodifiedSince && seconds > Math.floor(this.ifUnmodifiedSince.getTime() / 1000))
      throw new ForgeError('precondition_failed');
  }

  /** Sets the page of the list that the response contains. */
  setPage(page: PageInfo): void {
    this.info.page = page;
  }

  /** Sets how the next page is requested by key. */
  setKeyset(keyset: KeysetInfo): void {
    this.info.keyset = keyset;
  }

  /** Sets a status other than the operation's default. */
  setStatus(status: number): void {
    this.info.status = status;
  }

  /** Adds a header to the response. */
  setHeader(name: string, value: string): void {
    (this.info.headers ??= {})[name] = value;
  }
}

/** Headers and content of a download. */
export interface Download {
  headers: Record<string, string>;
  content: AsyncIterable<Uint8Array>;
}

/** An RPC and its handler. */
export type BoundOperation<Deps> =
  | {
      kind: 'unary';
      method: MethodDefinition<never, never>;
      handle: (request: never, call: Call<Deps>) => Promise<unknown>;
    }
  | {
      kind: 'upload';
      method: MethodDefinition<never, never>;
      handle: (request: never, content: AsyncIterable<Uint8Array>, call: Call<Deps>) => Promise<unknown>;
    }
  | {
      kind: 'download';
      method: MethodDefinition<never, never>;
      handle: (request: never, call: Call<Deps>) => Promise<Download>;
    };

/**
 * Binds an operation of the REST API. The handler names the dependencies that it needs:
 * `call: Call<IssuesDeps>`.
 */
export function operation<Request, Response, Deps>(
  method: MethodDefinition<Request, Response>,
  handle: (request: Parameters<Request>, call: Call<Deps>) => Promise<ResponseOf<Response>>,
): BoundOperation<Deps> {
  return bind('unary', method, handle);
}

/** Binds an RPC that only other services call. */
export function internalOperation<Request, Response, Deps>(
  method: MethodDefinition<Request, Response>,
  handle: (request: Request, call: Call<Deps>) => Promise<Response>,
): BoundOperation<Deps> {
  return bind('unary', method, handle);
}

/** Binds an operation that receives a file after its parameters. */
export function uploadOperation<Request, Response, Deps>(
  method: MethodDefinition<Request, Response>,
  handle: (
    request: Parameters<Request>,
    content: AsyncIterable<Uint8Array>,
    call: Call<Deps>,
  ) => Promise<ResponseOf<Response>>,
): BoundOperation<Deps> {
  return bind('upload', method, handle);
}

/** Binds an operation that returns a stream of bytes. */
export function downloadOperation<Request, Response, Deps>(
  method: MethodDefinition<Request, Response>,
  handle: (request: Parameters<Request>, call: Call<Deps>) => Promise<Download>,
): BoundOperation<Deps> {
  return bind('download', method, handle);
}

function bind<Deps>(kind: BoundOperation<Deps>['kind'], method: unknown, handle: unknown): BoundOperation<Deps> {
  return { kind, method, handle } as BoundOperation<Deps>;
}

/** The binding functions of a service with the dependencies `Deps`. */
export interface OperationBinders<Deps> {
  /** Binds an operation of the REST API. */
  operation<Request, Response>(
    method: MethodDefinition<Request, Response>,
    handle: (request: Parameters<Request>, call: Call<Deps>) => Promise<ResponseOf<Response>>,
  ): BoundOperation<Deps>;
  /** Binds an RPC that only other services call. */
  internalOperation<Request, Response>(
    method: MethodDefinition<Request, Response>,
    handle: (request: Request, call: Call<Deps>) => Promise<Response>,
  ): BoundOperation<Deps>;
  /** Binds an operation that receives a file after its parameters. */
  uploadOperation<Request, Response>(
    method: MethodDefinition<Request, Response>,
    handle: (
      request: Parameters<Request>,
      content: AsyncIterable<Uint8Array>,
      call: Call<Deps>,
    ) => Promise<ResponseOf<Response>>,
  ): BoundOperation<Deps>;
  /** Binds an operation that returns a stream of bytes. */
  downloadOperation<Request, Response>(
    method: MethodDefinition<Request, Response>,
    handle: (request: Parameters<Request>, call: Call<Deps>) => Promise<Download>,
  ): BoundOperation<Deps>;
}

/** Returns the binding functions of a service in which all handlers have the same dependencies. */
export function bindOperations<Deps>(): OperationBinders<Deps> {
  return {
    operation,
    internalOperation,
    uploadOperation,
    downloadOperation,
  };
}

/** Whether a method only reads, judged by its name. */
export function isRead({ path }: { path: string }): boolean {
  return /\/(Get|List|(?:Is|Has)(?=[A-Z])|Authorize|Authenticate)[^/]*$/.test(path);
}
