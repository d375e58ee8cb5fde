import type { Schedule } from '@forgemesh/service';
import { DAY_MS } from '@forgemesh/service/durations';
import type { AvatarsDeps } from './deps';

/** Daily removal of avatar files that a crash left without a project or group. */
export const sweepAvatars: Schedule<AvatarsDeps> = {
  name: 'projects-sweep-avatars',
  everyMs: DAY_MS,
  async run({ avatarFiles, projects, namespaces }) {
    await avatarFiles.sweep(new Date(Date.now() - DAY_MS), async (files) => {
      const held = { 'avatar.file': { $in: files } };
      const [ofProjects, ofGroups] = await Promise.all([
        projects.model.find(held).distinct('avatar.file'),
        namespaces.model.find(held).distinct('avatar.file'),
      ]);
      return [...ofProjects, ...ofGroups] as string[];
    });
  },
};
