/** The errors of the API, and the mapping of database and disk errors to them. */
export { fromDatabaseError } from './database-errors';
export {
  BadRequestError,
  ConflictError,
  errorCatalogue,
  type ErrorMessage,
  ForbiddenError,
  ForgeError,
  InvalidParameterError,
  isForgeError,
  NotFoundError,
  type Reason,
  UnauthenticatedError,
  UnavailableError,
  ValidationError,
} from './errors';
export {
  assertFreeSpace,
  DEFAULT_MIN_FREE_DISK_BYTES,
  DiskError,
  diskProblemOf,
  findDiskProblem,
  fromDiskError,
} from './free-space';
