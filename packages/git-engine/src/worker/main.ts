/**
 * The git worker: a small process, forked by `client.ts`, that alone starts git. It ends with its
 * parent.
 */
import type { Socket } from 'node:net';
import { WorkerState } from './context';
import { defaultSettings, type FromWorker, type ToWorker, type WorkerSettings } from './messages';
import { serve } from './serve';

const settings: WorkerSettings = {
  ...defaultSettings,
  ...(JSON.parse(process.argv[2] ?? '{}') as Partial<WorkerSettings>),
};
const state = new WorkerState(settings);
const receive = serve(state, (message: FromWorker) => {
  if (process.connected) process.send?.(message);
});

process.on('message', (message, handle) => receive(message as ToWorker, handle as Socket | undefined));
process.on('disconnect', () => {
  state.close();
  process.exit(0);
});
// A signal to the process group reaches the worker too; the parent stops it after its own calls
// have finished.
process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);
