import { runService, serve } from '@forgemesh/kit';
import { accessOperations } from './access';
import { badgeOperations } from './badges';
import { avatarOperations } from './avatars';
import { sweepAvatars } from './avatars/sweep-avatars';
import { config } from './config';
import { consumers } from './consumers';
import { customAttributeOperations } from './custom-attributes';
import { forkOperations } from './forks';
import { groupOperations } from './groups';
import { hookOperations } from './hooks';
import { markdownOperations } from './markdown';
import { lifecycleOperations } from './lifecycle';
import { memberOperations } from './members';
import { mirrorOperations } from './mirrors';
import { runMirrors } from './mirrors/run-mirrors';
import { namespaceOperations } from './namespaces';
import { projectOperations } from './projects';
import { removeMarkedProjects } from './projects/remove-marked-projects';
import { pushRuleOperations } from './push-rules';
import { searchOperations } from './search';
import { remoteMirrorOperations } from './remote-mirrors';
import { createProjects } from './service';
import { shareOperations } from './shares';
import { snippetOperations } from './snippets';
import { starOperations } from './stars';
import { variableOperations } from './variables';
import { uploadOperations } from './uploads';
import { sweepUploads } from './uploads/remove-uploads';

runService(() =>
  serve({
    config,
    descriptors: require.resolve('@forgemesh/proto/descriptors/projects.binpb'),
    create: createProjects,
    operations: [
      ...accessOperations,
      ...badgeOperations,
      ...avatarOperations,
      ...customAttributeOperations,
      ...forkOperations,
      ...groupOperations,
      ...hookOperations,
      ...markdownOperations,
      ...lifecycleOperations,
      ...memberOperations,
      ...mirrorOperations,
      ...namespaceOperations,
      ...projectOperations,
      ...pushRuleOperations,
      ...searchOperations,
      ...shareOperations,
      ...remoteMirrorOperations,
      ...snippetOperations,
      ...starOperations,
      ...variableOperations,
      ...uploadOperations,
    ],
    consumers,
    schedules: [removeMarkedProjects, runMirrors, sweepUploads, sweepAvatars],
    close: async ({ settings }) => settings.close(),
  }),
);
