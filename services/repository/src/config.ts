/** Configuration of the repository service. */
import { readConfig, serviceVariables, type ServiceConfig } from '@forgemesh/kit';

/** The process's variables. Repositories lie in `FORGE_DATA_DIR/repositories/<storage>`. */
export const config: ServiceConfig = readConfig(process.env, serviceVariables);
