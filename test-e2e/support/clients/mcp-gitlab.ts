/** An MCP server for this API, called as assistants do. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installMcpGitlab, silentLog } from '../../../scripts/test/mesh.cjs';

/** The MCP server of an instance. */
export interface McpGitlab {
  tools(): Promise<string[]>;
  /** Calls a tool and returns the JSON of its result. Rejects with the error message on failure. */
  call(tool: string, args: Record<string, unknown>): Promise<never>;
  close(): Promise<void>;
}

interface Answer {
  isError?: boolean;
  content: { text: string }[];
}

/** The used part of the protocol library, which is installed with the server. */
interface Client {
  connect(transport: object): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: object }): Promise<Answer>;
  close(): Promise<void>;
}

/** Installs the server once per user and machine, and starts it. */
export async function startMcpGitlab(url: string, token: string): Promise<McpGitlab> {
  const folder = await installMcpGitlab(silentLog);
  const library = createRequire(join(folder, 'package.json'));
  const { Client } = library('@modelcontextprotocol/sdk/client/index.js') as { Client: new (info: object) => Client };
  const { StdioClientTransport } = library('@modelcontextprotocol/sdk/client/stdio.js') as {
    StdioClientTransport: new (options: object) => object;
  };
  const client = new Client({ name: 'forgemesh-test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(folder, 'node_modules/@zereight/mcp-gitlab/build/index.js')],
      env: { GITLAB_API_URL: `${url}/api/v4`, GITLAB_PERSONAL_ACCESS_TOKEN: token, HOME: '/nonexistent' },
      stderr: 'ignore',
    }),
  );
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(tool, args) {
      const { isError, content } = await client.callTool({ name: tool, arguments: args });
      const text = content.map((part) => part.text).join('');
      if (isError) throw new Error(text);
      return JSON.parse(text) as never;
    },
    close: () => client.close(),
  };
}
