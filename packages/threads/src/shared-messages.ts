/** Messages between a shared thread and the one that uses it. */

/** A request with the number that its response repeats. */
export interface SharedRequest<Request> {
  id: number;
  request: Request;
}

/** The response to a request, or the error that its work threw. */
export interface SharedResponse<Response> {
  id: number;
  response?: Response;
  failure?: { message: string; code: string | undefined };
}
