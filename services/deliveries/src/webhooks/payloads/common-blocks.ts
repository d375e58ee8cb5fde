/** Parts that several payloads share. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { Project } from '@forgemesh/proto/projects/v1/project';
import type { PayloadsDeps } from './deps';

const visibilityLevels: Record<string, number> = { private: 0, internal: 10, public: 20 };

/** A project as payloads need it; null if it was deleted. */
export async function findHookProject(deps: PayloadsDeps, id: number): Promise<ResponseOf<Project> | null> {
  return (await deps.display.projects.get(id)) ?? null;
}

/** The project part of a payload. */
export function projectBlock(project: ResponseOf<Project>): object {
  const { ssh_url_to_repo: ssh, http_url_to_repo: http, web_url } = project;
  return {
    id: project.id,
    name: project.name,
    description: project.description ?? null,
    web_url,
    avatar_url: project.avatar_url ?? null,
    git_ssh_url: ssh,
    git_http_url: http,
    namespace: project.namespace?.name ?? '',
    visibility_level: visibilityLevel(project),
    path_with_namespace: project.path_with_namespace,
    default_branch: project.default_branch ?? null,
    ci_config_path: project.ci_config_path ?? null,
    homepage: web_url,
    url: ssh,
    ssh_url: ssh,
    http_url: http,
  };
}

/** The deprecated `repository` part of a payload. */
export function repositoryBlock(project: ResponseOf<Project>): object {
  const { name, ssh_url_to_repo: url, web_url: homepage } = project;
  return { name, url, description: project.description ?? null, homepage };
}

/** The `repository` part with all URLs, as in payloads of pushes and jobs. */
export function pushRepository(project: ResponseOf<Project>): object {
  const { http_url_to_repo: git_http_url, ssh_url_to_repo: git_ssh_url } = project;
  return { ...repositoryBlock(project), git_http_url, git_ssh_url, visibility_level: visibilityLevel(project) };
}

/** 0, 10 or 20. */
export function visibilityLevel({ visibility }: { visibility?: string | null }): number {
  return visibilityLevels[visibility ?? ''] ?? 0;
}

/** The user part of a payload. */
export interface UserBlock {
  name: string;
  username: string;
  avatar_url: string | null;
}

/** Users by id. Deleted users are left out. */
export async function userBlocks(deps: PayloadsDeps, ids: Iterable<number>): Promise<Map<number, UserBlock>> {
  const users = await deps.display.users.find([...ids]);
  return new Map(
    [...users].map(([id, { name, username, avatar_url }]) => [id, { name, username, avatar_url: avatar_url ?? null }]),
  );
}

/** One user; null if there is none or the user was deleted. */
export async function userBlock(deps: PayloadsDeps, id: number | null): Promise<UserBlock | null> {
  return id === null ? null : ((await userBlocks(deps, [id])).get(id) ?? null);
}

/** Images with a relative upload URL. The length of title and URL is limited. */
const picture = /!\[([^\]\n]{0,255})\]\((\/uploads\/[^)\s]{1,500})\)/g;

/** A text in which the URLs of uploaded images are absolute. */
export function withAbsolutePictures(text: string | null | undefined, { web_url }: ResponseOf<Project>): string | null {
  if (text === null || text === undefined) return null;
  return text.replace(picture, (_all, title: string, path: string) => `![${title}](${web_url}${path})`);
}
