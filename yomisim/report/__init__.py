"""From tables to what people look at: figures, the page, folders of files."""
