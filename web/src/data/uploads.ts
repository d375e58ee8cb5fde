import { sendFormWithProgress } from '#api/send-form';

/**
 * Uploads a file to a project. `onProgress` receives the part that is sent, from 0 to 1. Returns
 * the Markdown that shows or links it.
 */
export async function uploadFile(
  projectId: number,
  file: File,
  onProgress: (progress: number) => void,
): Promise<string> {
  const path = `/api/v4/projects/${projectId}/uploads`;
  const content = (await sendFormWithProgress('POST', path, { file }, onProgress)) as { markdown?: string };
  return content.markdown ?? '';
}
