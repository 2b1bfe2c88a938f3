//! The functions of a crate, read from its sources: their paths, attributes and conditions.

mod expand;

use expand::Macro;
use proc_macro2::TokenStream;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use syn::{Attribute, ImplItem, Item, ItemImpl, Meta, Type};

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its path as Creusot and Kani name it: `k_bakery::model::lines::impl_KBakery::line_14`.
    pub path: String,
    /// Its attributes, also those within a `cfg_attr`, without spaces.
    pub attributes: Vec<String>,
    /// The conditions it is compiled under, its own and those of its modules, without spaces.
    pub conditions: Vec<String>,
}

impl Function {
    /// Whether it has an attribute of that name: `test`, `kani::proof`.
    pub fn has(&self, attribute: &str) -> bool {
        self.attributes
            .iter()
            .any(|has| has.split(['(', '=']).next() == Some(attribute))
    }

    /// Whether it is compiled only under that condition.
    pub fn is_under(&self, condition: &str) -> bool {
        self.conditions.iter().any(|under| under == condition)
    }
}

/// The functions and files of a crate.
#[derive(Debug, Default)]
pub struct Scan {
    /// Every function, in order.
    pub functions: Vec<Function>,
    /// The files.
    pub files: Vec<PathBuf>,
    macros: HashMap<String, Macro>,
    error: Option<String>,
}

/// Reads a crate from its root file, and every module that it declares.
///
/// # Errors
///
/// If a file is missing or is not Rust.
pub fn scan(root: &Path) -> Result<Scan, String> {
    let mut scan = Scan::default();
    scan.macros.extend(catalogue(root)?);
    let directory = root.parent().unwrap_or(Path::new("."));
    scan.file(root, directory, &[], &[]);
    match scan.error.take() {
        None => Ok(scan),
        Some(error) => Err(error),
    }
}

/// The file that lists the locks.
const CATALOGUE: &str = "proofs/src/catalogue/mod.rs";

/// The macros that other crates call: those of the catalogue, if the workspace of the file has one.
fn catalogue(file: &Path) -> Result<Vec<(String, Macro)>, String> {
    let file = std::path::absolute(file).map_err(|error| error.to_string())?;
    let found = file.ancestors().map(|above| above.join(CATALOGUE));
    let Some(list) = found.into_iter().find(|list| list.is_file()) else {
        return Ok(vec![]);
    };
    let text = std::fs::read_to_string(&list).map_err(|error| error.to_string())?;
    let parsed = syn::parse_file(&text).map_err(|error| format!("{CATALOGUE}: {error}"))?;
    let exported = |item| match item {
        Item::Macro(call)
            if call
                .attrs
                .iter()
                .any(|it| it.path().is_ident("macro_export")) =>
        {
            Some((call.ident?.to_string(), Macro::new(call.mac.tokens)))
        }
        _ => None,
    };
    Ok(parsed.items.into_iter().filter_map(exported).collect())
}

impl Scan {
    fn file(&mut self, file: &Path, directory: &Path, path: &[String], under: &[String]) {
        let read = std::fs::read_to_string(file).map_err(|error| error.to_string());
        let parsed =
            read.and_then(|text| syn::parse_file(&text).map_err(|error| error.to_string()));
        match parsed {
            Ok(parsed) => {
                self.files.push(file.to_path_buf());
                self.items(parsed.items, directory, path, under);
            }
            Err(error) => {
                let message = format!("{}: {error}", file.display());
                self.error.get_or_insert(message);
            }
        }
    }

    fn items(&mut self, items: Vec<Item>, directory: &Path, path: &[String], under: &[String]) {
        for item in items {
            match item {
                Item::Fn(function) => self.function(&function.attrs, &function.sig, path, under),
                Item::Mod(module) => self.module(module, directory, path, under),
                Item::Impl(block) => self.implementation(block, path, under),
                Item::Trait(definition) => {
                    let path = within(path, &format!("trait_{}", definition.ident));
                    let under = conditions(&definition.attrs, under);
                    for item in definition.items {
                        if let syn::TraitItem::Fn(function) = item {
                            if function.default.is_some() {
                                self.function(&function.attrs, &function.sig, &path, &under);
                            }
                        }
                    }
                }
                Item::Macro(call) => {
                    let under = conditions(&call.attrs, under);
                    if let Some(name) = &call.ident {
                        let made = Macro::new(call.mac.tokens.clone());
                        self.macros.insert(name.to_string(), made);
                    } else if let Some(made) = self.expand(&call.mac) {
                        match syn::parse2::<syn::File>(made) {
                            Ok(made) => self.items(made.items, directory, path, &under),
                            Err(error) => self.refuse(&call.mac, &error.to_string()),
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn module(
        &mut self,
        module: syn::ItemMod,
        directory: &Path,
        path: &[String],
        under: &[String],
    ) {
        let name = module.ident.to_string();
        let under = conditions(&module.attrs, under);
        let path = within(path, &name);
        if let Some((_, items)) = module.content {
            return self.items(items, &directory.join(&name), &path, &under);
        }
        let given = module
            .attrs
            .iter()
            .find_map(|attribute| match &attribute.meta {
                Meta::NameValue(pair) if pair.path.is_ident("path") => {
                    Some(text(&pair.value).trim_matches('"').to_string())
                }
                _ => None,
            });
        if let Some(given) = given {
            let file = directory.join(given);
            let inner = file.parent().unwrap_or(directory).to_path_buf();
            return self.file(&file, &inner, &path, &under);
        }
        let (beside, within) = (directory.join(format!("{name}.rs")), directory.join(&name));
        let file = if beside.is_file() {
            beside
        } else {
            within.join("mod.rs")
        };
        self.file(&file, &within, &path, &under);
    }

    fn implementation(&mut self, block: ItemImpl, path: &[String], under: &[String]) {
        let under = conditions(&block.attrs, under);
        let of = name(&block.self_ty, &block.generics);
        let path = match &block.trait_ {
            Some((_, implemented, _)) => {
                let last = implemented.segments.last();
                let implemented = last.map_or(String::new(), |segment| segment.ident.to_string());
                within(path, &format!("impl_{implemented}_for_{of}"))
            }
            None => within(path, &format!("impl_{of}")),
        };
        for item in block.items {
            self.method(item, &path, &under);
        }
    }

    fn method(&mut self, item: ImplItem, path: &[String], under: &[String]) {
        match item {
            ImplItem::Fn(function) => self.function(&function.attrs, &function.sig, path, under),
            ImplItem::Macro(call) => {
                let under = conditions(&call.attrs, under);
                let Some(made) = self.expand(&call.mac) else {
                    return;
                };
                let block = format!("impl X {{ {made} }}");
                match syn::parse_str::<ItemImpl>(&block) {
                    Ok(made) => made
                        .items
                        .into_iter()
                        .for_each(|item| self.method(item, path, &under)),
                    Err(error) => self.refuse(&call.mac, &error.to_string()),
                }
            }
            _ => {}
        }
    }

    fn function(
        &mut self,
        attrs: &[Attribute],
        signature: &syn::Signature,
        path: &[String],
        under: &[String],
    ) {
        self.functions.push(Function {
            path: within(path, &signature.ident.to_string()).join("::"),
            attributes: attributes(attrs),
            conditions: conditions(attrs, under),
        });
    }

    /// Expands a call.
    ///
    /// A macro of another crate makes no functions that count; a macro of this crate must match.
    fn expand(&mut self, call: &syn::Macro) -> Option<TokenStream> {
        let name = call.path.segments.last()?.ident.to_string();
        let made = self.macros.get(&name)?.expand(call.tokens.clone());
        if made.is_none() {
            self.refuse(call, "no rule matches");
        }
        made
    }

    fn refuse(&mut self, call: &syn::Macro, why: &str) {
        let file = self
            .files
            .last()
            .map_or(String::new(), |file| file.display().to_string());
        let message = format!(
            "{file}: what {}! makes cannot be read here: {why}",
            text(&call.path)
        );
        self.error.get_or_insert(message);
    }
}

fn within(path: &[String], name: &str) -> Vec<String> {
    let mut path = path.to_vec();
    path.push(name.to_string());
    path
}

/// The name of a type, as Creusot writes it.
///
/// `Fife` for `Fife<N>`, `Safely_M` for `Safely<M, N>`, where M is a type, and `Safely_Fife` for
/// `Safely<Fife<N>, N>`.
fn name(of: &Type, generics: &syn::Generics) -> String {
    let Type::Path(path) = of else {
        return text(of);
    };
    let Some(last) = path.path.segments.last() else {
        return String::new();
    };
    let mut name = last.ident.to_string();
    if let syn::PathArguments::AngleBracketed(arguments) = &last.arguments {
        for argument in &arguments.args {
            let is_number = generics
                .const_params()
                .any(|parameter| parameter.ident == text(argument));
            match argument {
                syn::GenericArgument::Type(of) if !is_number => {
                    name += &format!("_{}", self::name(of, generics));
                }
                _ => {}
            }
        }
    }
    name
}

fn text(tokens: &impl quote::ToTokens) -> String {
    tokens.to_token_stream().to_string().replace(' ', "")
}

fn attributes(attrs: &[Attribute]) -> Vec<String> {
    let mut all = vec![];
    for attribute in attrs {
        match &attribute.meta {
            Meta::List(list) if list.path.is_ident("cfg_attr") => {
                let inner = list.parse_args_with(
                    syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated,
                );
                match inner {
                    Ok(inner) => all.extend(inner.iter().skip(1).map(text)),
                    // Creusot's syntax is not always Rust's: the first word is enough.
                    Err(_) => all.extend(words(&list.tokens)),
                }
            }
            meta => all.push(text(meta)),
        }
    }
    all
}

/// The words before a parenthesis: the names in `creusot, requires(…), ensures(…)`.
fn words(tokens: &TokenStream) -> Vec<String> {
    let trees: Vec<_> = tokens.clone().into_iter().collect();
    let pairs = trees.windows(2);
    pairs
        .filter(|pair| matches!(&pair[1], proc_macro2::TokenTree::Group(_)))
        .map(|pair| pair[0].to_string())
        .collect()
}

fn conditions(attrs: &[Attribute], around: &[String]) -> Vec<String> {
    let mut all = around.to_vec();
    for attribute in attrs {
        if let Meta::List(list) = &attribute.meta {
            if list.path.is_ident("cfg") {
                let condition = list.tokens.to_string().replace(' ', "");
                let inner = condition
                    .strip_prefix("all(")
                    .and_then(|rest| rest.strip_suffix(')'));
                let parts = inner.unwrap_or(&condition).split(',');
                all.extend(parts.map(str::to_string));
            }
        }
    }
    all
}
