import { runService, serve } from '@forgemesh/kit';
import { accessOperations } from './access';
import { config } from './config';
import { consumers } from './consumers';
import { groupOperations } from './groups';
import { memberOperations } from './members';
import { namespaceOperations } from './namespaces';
import { projectOperations } from './projects';
import { removeMarkedProjects } from './projects/remove-marked-projects';
import { createProjects } from './service';

runService(() =>
  serve({
    config,
    descriptors: require.resolve('@forgemesh/proto/descriptors/projects.binpb'),
    create: createProjects,
    operations: [
      ...accessOperations,
      ...groupOperations,
      ...memberOperations,
      ...namespaceOperations,
      ...projectOperations,
    ],
    consumers,
    schedules: [removeMarkedProjects],
    close: async ({ settings }) => settings.close(),
  }),
);
