/** Stubs for RPCs of other services. */
import type { MethodDefinition, VerifiedContext } from '@forgemesh/rpc';

/** The stub for one RPC. */
export interface RpcStub {
  /** Path of the RPC, `/forgemesh.projects.v1.AccessService/Authorize`. */
  rpc: string;
  /** Returns the response, checked against the contract. */
  respond(request: unknown, context: VerifiedContext): Promise<unknown>;
}

/** Creates a stub for a unary RPC of another service. */
export function stubRpc<Request, Response>(
  method: MethodDefinition<Request, Response>,
  handle: (request: Request, context: VerifiedContext) => Response | Promise<Response>,
): RpcStub {
  return {
    rpc: method.path,
    async respond(request, context) {
      const response = await handle(request as Request, context);
      // Throws an error if a field is missing or has another type.
      method.responseSerialize(response);
      return response;
    },
  };
}

/** The response of an RPC in which every field has its default, for stubs that set a few. */
export function emptyResponse<Request, Response>({
  responseDeserialize,
}: MethodDefinition<Request, Response>): Response {
  return responseDeserialize(Buffer.alloc(0));
}
