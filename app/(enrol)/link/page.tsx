import { linkPage } from "../link-page";

/** For a link that opens nothing, whose provider cannot be known. */
const { metadata, Page } = linkPage(async () => null);

export const generateMetadata = metadata;
export default Page;
