/** Templates of descriptions: files in the repository of a project. */
import { useQuery } from '@tanstack/react-query';
import { allPages } from '#api/all-pages';
import { api, unwrap, unwrapPage } from '#api/client';

/** What the templates describe. */
export type TemplateType = 'issues' | 'merge_requests';

/** Keys of the queries of templates of descriptions. */
export const descriptionTemplateKeys = {
  of: (projectId: number, type: TemplateType) => ['description-templates', projectId, type],
} as const;

/** List the names of the templates of a project. */
export function useDescriptionTemplates(projectId: number, type: TemplateType) {
  return useQuery({
    queryKey: descriptionTemplateKeys.of(projectId, type),
    queryFn: () =>
      allPages((page) =>
        unwrapPage(
          api.GET('/api/v4/projects/{id}/templates/{type}', {
            params: { path: { id: String(projectId), type }, query: { page, per_page: 100 } },
          }),
        ),
      ),
    staleTime: 60_000,
  });
}

/** Returns the text of a template. */
export async function loadDescriptionTemplate(projectId: number, type: TemplateType, name: string): Promise<string> {
  const template = await unwrap(
    api.GET('/api/v4/projects/{id}/templates/{type}/{name}', {
      params: { path: { id: String(projectId), type, name } },
    }),
  );
  return template.content;
}
