/** A resource of the account pages: what a page shows, and what it submits. */
import type { CallContext } from '@forgemesh/telemetry';

/** A request for a resource. */
export interface AccountRequest {
  /** Parameters of the query, or of the body. Lists and nested values are omitted. */
  params: Readonly<Record<string, string>>;
  /** Address of the client. */
  address: string;
}

/** A request of a signed-in user. */
export interface UserRequest extends AccountRequest {
  /** Context that names the user, for calls of services. */
  context: CallContext;
}

interface Resource {
  /** Path of the resource. */
  path: string;
  /** Path of the page, by which the limits of the settings count requests. */
  pagePath: string;
}

/** A resource for everybody. Its functions throw ForgeError if the request is refused. */
export interface AccountResource extends Resource {
  /** Loads what the page shows, without changing anything; absent if it shows nothing. */
  load?(request: AccountRequest): Promise<object>;
  /** Does what the page submits; absent if it submits nothing. */
  submit?(request: AccountRequest): Promise<object>;
}

/** A resource of the signed-in user. Its functions throw ForgeError if the request is refused. */
export interface UserResource extends Resource {
  /** Loads what the page shows; absent if it shows nothing that the API does not have. */
  loadAsUser?(request: UserRequest): Promise<object>;
  /** Does what the page submits. */
  submitAsUser(request: UserRequest): Promise<object>;
}
