/**
 * Reads the contract: the operations that a descriptor set declares, with their parameters and
 * comments.
 *
 * The gateway compiles routes and checks from it, services look up the shape of their responses,
 * and tests iterate over it.
 */
import { createHash } from 'node:crypto';
import {
  createFileRegistry,
  fromBinary,
  getOption,
  hasOption,
  type DescMessage,
  type DescMethod,
  type DescService,
  type FileRegistry,
} from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { DeadLetterService } from '@forgemesh/proto/options/dead_letter';
import { DescriptorService } from '@forgemesh/proto/options/descriptors';
import { FileOriginService } from '@forgemesh/proto/options/file_origin';
import {
  callers as callersOption,
  operation as operationOption,
  type Operation,
} from '@forgemesh/proto/options/operation';
import { ObjectMigrationService } from '@forgemesh/proto/options/object_migration';
import { SecretRotationService } from '@forgemesh/proto/options/secret_rotation';

/** HTTP method of an operation. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

/** An operation of the REST API as its proto declares it. */
export interface OperationContract {
  /** gRPC path, `/forgemesh.projects.v1.ProjectService/GetProject`. */
  rpc: string;
  /** Name of the RPC, `GetProject`. */
  name: string;
  /** The RPC's descriptor: input and output messages, comments. */
  method: DescMethod;
  /** The input message. */
  input: DescMessage;
  /** The options as declared. */
  options: Operation;
  httpMethod: HttpMethod;
  /** Full paths with `{name}` parameters, `/api/v4/projects/{id}` first, then the aliases. */
  paths: string[];
  /** HTTP status on success. */
  status: number;
  /** Whether the operation only reads. */
  isRead: boolean;
}

const methodsOfRoute = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  head: 'HEAD',
} as const;
const defaultStatus: Record<HttpMethod, number> = {
  GET: 200,
  POST: 201,
  PUT: 200,
  PATCH: 200,
  DELETE: 204,
  HEAD: 204,
};

/**
 * Parses a serialized FileDescriptorSet. Callers share the result: in a process with all services,
 * each set is parsed for its service and for the gateway.
 */
export function parseDescriptors(bytes: Uint8Array): FileRegistry {
  const digest = createHash('sha256').update(bytes).digest('base64');
  const known = parsed.get(digest)?.deref();
  if (known) return known;
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, bytes));
  parsed.set(digest, new WeakRef(registry));
  return registry;
}

const parsed = new Map<string, WeakRef<FileRegistry>>();

/** Lists the operations that the files of a descriptor set declare, in declaration order. */
export function listOperations(registry: FileRegistry): OperationContract[] {
  const operations: OperationContract[] = [];
  for (const file of registry.files) {
    for (const { methods } of file.services) {
      operations.push(...methods.filter((method) => hasOption(method, operationOption)).map(readOperation));
    }
  }
  return operations;
}

/**
 * Lists the methods of a descriptor set, and those that every service has, by the path of their
 * RPC.
 */
export function listMethods(registry: FileRegistry): Map<string, DescMethod> {
  const services = [...registry.files].flatMap((file) => file.services);
  const methods = [...services, ...commonServices].flatMap((service) => service.methods);
  return new Map(methods.map((method) => [rpcOf(method), method]));
}

/** Lists the processes that may call each RPC of `listMethods`. */
export function listCallers(registry: FileRegistry): Map<string, ReadonlySet<string>> {
  const methods = [...listMethods(registry)];
  return new Map(methods.map(([rpc, method]) => [rpc, new Set(getOption(method, callersOption))]));
}

/** Services that every process offers without declaring them in its own descriptor set. */
const commonServices: readonly DescService[] = [
  DeadLetterService,
  DescriptorService,
  FileOriginService,
  ObjectMigrationService,
  SecretRotationService,
];

/** Path of an RPC. */
function rpcOf(method: DescMethod): string {
  return `/${method.parent.typeName}/${method.name}`;
}

function readOperation(method: DescMethod): OperationContract {
  const options = getOption(method, operationOption);
  const rpc = rpcOf(method);
  if (options.route.case === undefined) throw new Error(`${rpc} declares an operation without a route`);
  const httpMethod = methodsOfRoute[options.route.case];
  return {
    rpc,
    name: method.name,
    method,
    input: method.input,
    options,
    httpMethod,
    paths: [options.route.value, ...options.aliases].map(fullPath),
    status: options.success || defaultStatus[httpMethod],
    isRead: httpMethod === 'GET' || httpMethod === 'HEAD' || (httpMethod === 'POST' && options.changesNothing),
  };
}

function fullPath(path: string): string {
  return path.startsWith('//') ? path.slice(1) : `/api/v4${path}`;
}
