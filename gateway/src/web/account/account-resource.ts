/** A resource of the account pages: what a page shows, and what it submits. */

/** A request for a resource. */
export interface AccountRequest {
  /** Parameters of the query, or of the body. Lists and nested values are omitted. */
  params: Readonly<Record<string, string>>;
  /** Address of the client. */
  address: string;
}

/** A resource. Both functions throw ForgeError if the request is refused. */
export interface AccountResource {
  /** Path of the resource. */
  path: string;
  /** Path of the page, by which the limits of the settings count requests. */
  pagePath: string;
  /** Loads what the page shows, without changing anything. */
  load(request: AccountRequest): Promise<object>;
  /** Does what the page submits. */
  submit(request: AccountRequest): Promise<object>;
}
