import { freshSecrets } from "./commands/secrets";

for (const line of freshSecrets()) console.log(line);
