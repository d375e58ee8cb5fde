/** Compiles an operation's contract into the form that requests use. */
import { getOption } from '@bufbuild/protobuf';
import type { FeatureRule } from '@forgemesh/access';
import type { OperationContract } from '@forgemesh/rpc';
import {
  Auth,
  Open,
  Pagination,
  Replica,
  RequestBody,
  ResponseBody,
  type Access,
} from '@forgemesh/proto/options/operation';
import { param as paramOption } from '@forgemesh/proto/options/param';
import { compileMessage, pageParam } from '../params/compile-params';
import type { MessageSpec } from '../params/param-spec';

const DEFAULT_PER_PAGE = 20;
const MAX_PER_PAGE = 100;
/** Minimum level of a member, whatever their role. */
const MIN_MEMBER_LEVEL = 1;
/** Maximum size of a multipart form of an operation that is no upload: texts and a small file. */
const MAX_FORM_BYTES = 16 * 1024 * 1024;

/** An access rule for a parameter that names a project, group or namespace. */
export interface AccessRule extends FeatureRule {
  param: string;
  kind: 'project' | 'group' | 'namespace';
  optional: boolean;
}

/** The parameter that selects among the operations of a shared route. */
export interface Choice {
  param: string;
  /** Values that select this operation. */
  values: readonly string[];
}

/** A compiled operation. */
export interface CompiledOperation {
  /** Name of the deployable that owns it. */
  service: string;
  contract: OperationContract;
  params: MessageSpec;
  auth: 'public' | 'user' | 'admin';
  /** Accepted scopes: a token needs one of them. */
  scopes: string[];
  access: AccessRule[];
  tier: number;
  pagination: 'none' | 'offset' | 'offset_or_keyset';
  isRead: boolean;
  isUpload: boolean;
  isDownload: boolean;
  /** HTTP status of success. */
  status: number;
  /** Whether the response never has a body. */
  isBodiless: boolean;
  /** Maximum size of the parameters in a body, in bytes. */
  maxParamsBytes: number;
  /** Maximum size of a multipart form with its files, in bytes. */
  maxFormBytes: number;
  /** Whether the token of the caller may be in the body. */
  tokenInBody: boolean;
  /**
   * How a secondary node handles it: forward it, use a copy (always, or only while the primary is
   * unavailable), or handle it as its own operation.
   */
  replica: 'none' | 'repository' | 'wiki' | 'own' | 'repository_while_away' | 'file' | 'file_while_away';
  /** Whether users are accepted who have not yet accepted the terms of the instance. */
  withoutTerms: boolean;
  /** Whether sign-ins are accepted that must enable two-factor authentication first. */
  withoutTwoFactor: boolean;
  /** Maximum number of anonymous requests of an address per minute; 0 for no limit of its own. */
  anonymousRequestsPerMinute: number;
  /** Whether a browser that opens the URL without a token gets the web page of this address. */
  yieldsToPage: boolean;
  /** Whether visitors of the web pages may call it without a user. */
  admitsVisitors: boolean;
  /** Whether an external storage may serve the response (`static_object`). */
  isStaticObject: boolean;
  /** Undefined if the route is not shared. */
  choice: Choice | undefined;
}

/**
 * Compiles an operation. Throws if its contract is contradictory, with a message for its author.
 */
export function compileOperation(
  service: string,
  contract: OperationContract,
  defaultMaxParamsBytes: number,
): CompiledOperation {
  const { options, isRead } = contract;
  const isUpload = options.requestBody === RequestBody.UPLOAD;
  const maxBodyBytes = Number(options.maxBodyBytes);
  const params = compileMessage(contract.input, contract);
  const pagination = paginations[options.pagination];
  const access = options.access.map((entry) => compileAccess(entry, isRead));
  for (const name of [...contract.paths.flatMap(pathParams), ...access.map(({ param }) => param)]) {
    if (!params.params.some((param) => param.names.includes(name))) {
      throw new Error(`${contract.rpc} has no parameter ${name}`);
    }
  }
  return {
    service,
    contract,
    params: pagination === 'none' ? params : withPaging(params),
    auth: options.auth === Auth.PUBLIC ? 'public' : options.auth === Auth.ADMIN ? 'admin' : 'user',
    scopes: options.scopes.length > 0 ? options.scopes : isRead ? ['api', 'read_api'] : ['api'],
    access,
    tier: options.tier,
    pagination,
    isRead,
    isUpload,
    isDownload: options.responseBody === ResponseBody.DOWNLOAD,
    status: contract.status,
    isBodiless: options.responseBody === ResponseBody.NONE,
    maxParamsBytes: (!isUpload && maxBodyBytes) || defaultMaxParamsBytes,
    maxFormBytes: (isUpload && maxBodyBytes) || MAX_FORM_BYTES,
    tokenInBody: options.tokenInBody,
    replica: replicas[options.replica],
    withoutTerms: options.withoutTerms,
    withoutTwoFactor: options.withoutTwoFactor,
    anonymousRequestsPerMinute: options.anonymousRequestsPerMinute,
    yieldsToPage: options.yieldsToPage,
    admitsVisitors: options.visitors && assertOpenRead(contract, access),
    isStaticObject: options.staticObject,
    choice: options.sharedBy === '' ? undefined : compileChoice(contract),
  };
}

/** Returns true for an operation that visitors may call. Throws for any other. */
function assertOpenRead({ rpc, isRead, options }: OperationContract, access: AccessRule[]): true {
  const isOpen = isRead && options.auth !== Auth.ADMIN && access.every(({ open }) => open);
  if (!isOpen) throw new Error(`${rpc} cannot admit visitors: it writes, or is for members or administrators`);
  return true;
}

/** A parameter in a path, `{id}`, or `{id=**}` for one that takes several segments. */
export const pathParam = /\{(\w+)(=\*\*)?\}/g;

/** Returns the names of the parameters of a path, `/projects/{id}` -> `id`. */
export function pathParams(path: string): string[] {
  return [...path.matchAll(pathParam)].map((match) => match[1] as string);
}

const paginations: Record<Pagination, CompiledOperation['pagination']> = {
  [Pagination.UNSPECIFIED]: 'none',
  [Pagination.OFFSET]: 'offset',
  [Pagination.OFFSET_OR_KEYSET]: 'offset_or_keyset',
};

const replicas: Record<Replica, CompiledOperation['replica']> = {
  [Replica.UNSPECIFIED]: 'none',
  [Replica.REPOSITORY]: 'repository',
  [Replica.WIKI]: 'wiki',
  [Replica.OWN]: 'own',
  [Replica.REPOSITORY_WHILE_AWAY]: 'repository_while_away',
  [Replica.FILE]: 'file',
  [Replica.FILE_WHILE_AWAY]: 'file_while_away',
};

function withPaging(message: MessageSpec): MessageSpec {
  const own = message.params.filter(({ name }) => name !== 'page' && name !== 'per_page');
  const paging = [pageParam('page', 1, Number.MAX_SAFE_INTEGER), pageParam('per_page', DEFAULT_PER_PAGE, MAX_PER_PAGE)];
  return { ...message, params: [...own, ...paging] };
}

function compileChoice({ rpc, input, isRead, options: { sharedBy: param } }: OperationContract): Choice {
  const field = input.fields.find(({ name }) => name === param);
  const values = field ? getOption(field, paramOption).oneOf : [];
  if (!isRead || values.length === 0) throw new Error(`${rpc} cannot share its route by ${param}`);
  return { param, values };
}

function compileAccess(access: Access, isRead: boolean): AccessRule {
  if (access.subject.case === undefined) throw new Error('an access rule names no parameter');
  return {
    param: access.subject.value,
    kind: access.subject.case,
    role: access.open === Open.NO ? Math.max(access.role, MIN_MEMBER_LEVEL) : access.role,
    open: access.open === Open.UNSPECIFIED ? isRead : access.open === Open.YES,
    feature: access.feature,
    optional: access.optional,
  };
}
