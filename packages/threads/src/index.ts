/** Work in worker threads. */
export { answerRequests } from './answer-requests';
export { handleRequests } from './handle-requests';
export { SharedThread } from './shared-thread';
export { ThreadBusyError, ThreadLimitError, ThreadPool, type ThreadPoolOptions } from './thread-pool';
