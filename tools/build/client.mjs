/** The TypeScript client as a package: built, and packed as an integrator installs it. */
import { join } from "node:path";
import { root } from "../../server/program/checkout.mjs";
import { Problem } from "../../server/program/problem.mjs";
import { npm } from "../shared/install.mjs";
import { withLock } from "../shared/lock.mjs";
import { tail } from "../shared/run.mjs";

const folder = join(root, "packages", "client-typescript");

/**
 * Builds the client and packs it.
 * @param {string} destination the folder that the tarball is written to
 * @returns {Promise<string>} the tarball's path
 * @throws {Problem} when the client does not compile
 */
export async function packClient(destination) {
  const pack = () => npm("pack", folder, "--pack-destination", destination, "--silent");
  // Two that build at once would pack what the other has half written.
  const { code, stdout, output } = await withLock("client", pack);
  if (code !== 0)
    throw new Problem(`${tail(output)}\n\nThe client could not be packed; the reason is above.`);
  return join(destination, tail(stdout, 1));
}
