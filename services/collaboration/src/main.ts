import { runService, serve } from '@forgemesh/kit';
import { config } from './config';
import { issueOperations } from './issues';
import { labelOperations } from './labels';
import { createCollaboration } from './service';

runService(() =>
  serve({
    config,
    descriptors: require.resolve('@forgemesh/proto/descriptors/collaboration.binpb'),
    create: createCollaboration,
    operations: [...issueOperations, ...labelOperations],
    close: async ({ settings }) => settings.close(),
  }),
);
