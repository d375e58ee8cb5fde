import { NotFoundError, type Download } from '@forgemesh/kit';
import { AvatarServiceService } from '@forgemesh/proto/projects/v1/avatar';
import { safeHeaders } from '../files/safe-headers';
import { downloadOperation } from '../operation';
import type { Projects } from '../service';
import type { Pictured } from './avatar';

/** Downloads the picture of a project. */
export const getProjectAvatar = downloadOperation(AvatarServiceService.getProjectAvatar, async (request, call) => {
  const id = call.resource('id').id;
  return answer(
    call.deps,
    await call.deps.projects.model.findById(id, { avatar: 1 }).lean<Pictured>(),
    request.file_name,
  );
});

/** Downloads the picture of a group. */
export const getGroupAvatar = downloadOperation(AvatarServiceService.getGroupAvatar, async (request, call) => {
  const id = call.resource('id').id;
  return answer(
    call.deps,
    await call.deps.namespaces.model.findById(id, { avatar: 1 }).lean<Pictured>(),
    request.file_name,
  );
});

async function answer({ avatarFiles }: Projects, of: Pictured | null, fileName: string | undefined): Promise<Download> {
  const avatar = of?.avatar;
  const isNamed = avatar && (fileName === undefined || fileName === avatar.name);
  const file = isNamed ? await avatarFiles.open(avatar.file) : null;
  if (!avatar || !file) throw new NotFoundError('Avatar');
  return { headers: safeHeaders(avatar.name, file.size), content: file.content };
}
