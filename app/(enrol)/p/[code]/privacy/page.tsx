import { publishedText } from "../../../published-text";

const { metadata, Page } = publishedText("privacy");

export const generateMetadata = metadata;
export default Page;
