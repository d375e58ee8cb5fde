/**
 * The git worker: a small process that alone starts git, forked by `client.ts`. It ends with its
 * parent.
 */
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

process.on('message', (message) => receive(message as ToWorker));
process.on('disconnect', () => {
  state.close();
  process.exit(0);
});
// A signal to the process group reaches us too; the parent decides when we end, after its own calls
// have finished.
process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);
