/** Work in worker threads with time limits, in turns of its callers. */
export { handleRequests } from './handle-requests';
export { ThreadBusyError, ThreadLimitError, ThreadPool, type ThreadPoolOptions } from './thread-pool';
